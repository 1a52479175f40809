import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { closeOnBack } from "./backCloses.ts";
import { IconButton } from "./Button.tsx";
import { classNames } from "./classNames.ts";
import "./dialog.css";
import { besides, keepFocus, keepFocusOf } from "./keepFocus.ts";
import "./secondPress.ts";
import { useWords } from "./words.tsx";

/**
 * A modal dialog. Render it only while it is open: the browser holds the focus inside, makes the
 * rest inert and gives the focus back, to what is nearest where its opener is gone, also when it goes soon after. Escape and the browser's
 * Back call `onClose`, which must be the safe choice; without `onClose` the dialog cannot be dismissed. It hangs on the page's body: whatever opened it may
 * be hidden meanwhile (a turned tablet has no sidebar) and would take an open dialog out of sight, or be
 * a label that takes every press for its own.
 */
export function Dialog(props: {
  title: ReactNode;
  children: ReactNode;
  onClose?: () => void;
  /** Draws the cross; on by default when it can be closed. */
  hasCross?: boolean;
  role?: "dialog" | "alertdialog";
}) {
  const words = useWords();
  const titleId = useId();
  const ref = useModal(props.onClose);
  return createPortal(
    <dialog ref={ref} className="dialog" role={props.role} aria-labelledby={titleId} tabIndex={-1}>
      <div className="dialog-head">
        <h2 id={titleId}>{props.title}</h2>
        {props.onClose && props.hasCross !== false && (
          <IconButton label={words.close} onClick={props.onClose}>
            <X />
          </IconButton>
        )}
      </div>
      <div className="dialog-body">{props.children}</div>
    </dialog>,
    document.body,
  );
}

/** A panel from the right edge. A press beside it closes it. */
export function Drawer(props: {
  label: string;
  children: ReactNode;
  onClose: () => void;
  className?: string;
}) {
  const ref = useModal(props.onClose, true);
  return createPortal(
    <dialog
      ref={ref}
      className={classNames("drawer", props.className)}
      aria-label={props.label}
      tabIndex={-1}
    >
      {props.children}
    </dialog>,
    document.body,
  );
}

/** The browser begins at the cross, where Enter takes everything away again: what is to be filled in comes first. */
function beginAtField(dialog: HTMLElement): void {
  if (document.activeElement?.closest(".dialog-head") === null) return;
  const fields = ":is(input, select, textarea):not([type=hidden], [hidden], :disabled)";
  const checked = dialog.querySelector<HTMLElement>(`.dialog-body input[type=radio]:checked`);
  const first = dialog.querySelector<HTMLElement>(`.dialog-body ${fields}`);
  (checked !== null && first?.matches("[type=radio]") === true ? checked : first)?.focus();
}

function isOutside(dialog: HTMLElement, { clientX, clientY }: PointerEvent): boolean {
  const box = dialog.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}

function useModal(onClose: (() => void) | undefined, closesOutside = false) {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useEffectEvent(() => onClose?.());
  useBack(onClose);

  // A layout effect: its clean-up runs while the element is still in the page, and close() is what
  // gives the focus back to where it was. It listens before it shows: Escape may come with the first look.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    const opener = document.activeElement;
    const near = besides(opener);
    const onCancel = (event: Event) => {
      if (event.target !== dialog) return;
      event.preventDefault();
      close();
    };
    // Browsers force a close on the second Escape in a row, whatever the page says.
    const onForcedClose = () => {
      close();
      if (dialog.isConnected && !dialog.open) dialog.showModal();
    };
    // The backdrop belongs to the dialog: a press on it has the dialog as its target.
    const onPress = (event: PointerEvent) => {
      if (closesOutside && event.target === dialog && isOutside(dialog, event)) close();
    };
    dialog.addEventListener("pointerdown", onPress);
    dialog.addEventListener("cancel", onCancel);
    dialog.addEventListener("close", onForcedClose);
    dialog.showModal();
    beginAtField(dialog);
    // What has the focus may stand far below; who reads begins at the title.
    dialog.scrollTop = 0;
    return () => {
      dialog.removeEventListener("pointerdown", onPress);
      dialog.removeEventListener("cancel", onCancel);
      dialog.removeEventListener("close", onForcedClose);
      dialog.close();
      if (opener instanceof HTMLElement && document.activeElement === opener) keepFocusOf(opener);
      keepFocus(near);
    };
  }, [closesOutside]);

  return ref;
}

/** The browser's Back closes what can be closed. */
export function useBack(onClose: (() => void) | undefined): void {
  const close = useEffectEvent(() => onClose?.());
  const canClose = onClose !== undefined;
  useEffect(() => (canClose ? closeOnBack(() => close()) : undefined), [canClose]);
}
