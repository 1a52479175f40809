import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { useRef } from "react";
import "./button.css";
import { classNames } from "./classNames.ts";
import { browserNow } from "./clock.ts";

type Look = "primary" | "secondary" | "quiet" | "danger";

type ButtonProps = Omit<ComponentProps<"button">, "disabled"> & {
  look?: Look;
  small?: boolean;
  block?: boolean;
  /** The action is under way: further presses do nothing and the width stays. */
  pending?: boolean;
  /** The doing word shown while pending: 'Logging in'. */
  pendingLabel?: ReactNode;
  /** Shown as not usable now but still focusable, so that a screen reader can say why. */
  blocked?: boolean;
  /** A press while blocked: the place to show why. */
  onBlockedPress?: () => void;
};

/** A shaky hand and a slow network press twice: the second press within this time is the same press. */
const SECOND_PRESS_MS = 1000;

/** How often something was entered on this page: who mends a form and presses again means it. */
let entries = 0;
if (typeof document !== "undefined") {
  document.addEventListener("input", () => (entries += 1), { capture: true, passive: true });
}

/** A button of 48 px, 54 px when primary. It ignores presses while pending or blocked. */
export function Button(props: ButtonProps) {
  const { look = "secondary", small, block, pending, pendingLabel, blocked, ...rest } = props;
  const { onClick, onBlockedPress, className, children, type = "button", ...button } = rest;
  const lastPress = useRef({ at: -Infinity, entries });

  function press(event: MouseEvent<HTMLButtonElement>) {
    const now = browserNow();
    const { at, entries: enteredThen } = lastPress.current;
    const isSecondPress = now - at < SECOND_PRESS_MS && entries === enteredThen;
    if (pending || blocked || isSecondPress) {
      // preventDefault also keeps a submit button from sending the form a second time.
      event.preventDefault();
      if (blocked && !pending) onBlockedPress?.();
      return;
    }
    if (type !== "button" || onClick) lastPress.current = { at: now, entries };
    onClick?.(event);
  }

  return (
    <button
      {...button}
      type={type}
      className={buttonClass({ look, small, block }, className)}
      aria-busy={pending || undefined}
      aria-disabled={blocked || undefined}
      onClick={press}
    >
      {pendingLabel === undefined ? (
        children
      ) : (
        <span className="btn-labels">
          <span className={pending ? "btn-gone" : undefined}>{children}</span>
          <span className={pending ? undefined : "btn-gone"}>{pendingLabel}</span>
        </span>
      )}
    </button>
  );
}

/** The class of something that looks like a button, e.g. a router link. */
export function buttonClass(
  look: { look?: Look | undefined; small?: boolean | undefined; block?: boolean | undefined },
  more?: string,
): string {
  const { look: name = "secondary", small, block } = look;
  return classNames("btn", `btn-${name}`, small && "btn-sm", block && "btn-block", more);
}

/** A button that shows only an icon; `label` is its accessible name. */
export function IconButton(props: ComponentProps<"button"> & { label: string }) {
  const { label, className, children, ...button } = props;
  return (
    <button
      type="button"
      {...button}
      className={classNames("iconbtn", className)}
      aria-label={label}
    >
      {children}
    </button>
  );
}
