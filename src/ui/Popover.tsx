import type { ReactNode, RefObject } from "react";
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { useBack } from "./Dialog.tsx";
import "./dialog.css";
import { keepFocus } from "./keepFocus.ts";

/**
 * A panel that hangs under its button, inside an element with the class 'pop-anchor'. A press
 * outside, Escape, Back or leaving by Tab closes it; whatever does, a focus that was in it goes to the button.
 */
export function Popover(props: {
  label: string;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
}) {
  const panel = useRef<HTMLDialogElement>(null);
  const { anchor } = props;
  const close = useEffectEvent(() => props.onClose());
  useBack(props.onClose);

  const giveBack = useEffectEvent(() => keepFocus(() => anchor.current));

  useLayoutEffect(() => {
    const element = panel.current;
    return () => {
      if (element?.contains(document.activeElement) === true) giveBack();
    };
  }, []);

  useEffect(() => {
    panel.current?.focus();
    const isInside = (target: EventTarget | null) =>
      target instanceof Node &&
      (panel.current?.contains(target) === true || anchor.current?.contains(target) === true);
    const onPress = (event: PointerEvent) => {
      if (!isInside(event.target)) close();
    };
    const onFocus = (event: FocusEvent) => {
      if (!isInside(event.target)) close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      anchor.current?.focus();
      close();
    };
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("focusin", onFocus);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("keydown", onKey);
    };
  }, [anchor]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list scrolls, and the keyboard must reach it
    <dialog open className="pop" ref={panel} aria-label={props.label} tabIndex={0}>
      {props.children}
    </dialog>
  );
}
