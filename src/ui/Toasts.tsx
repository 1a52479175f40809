import { Bell, Check, X } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { IconButton } from "./Button.tsx";
import type { Toast } from "./toasts.ts";
import { closeToast, currentToasts, onToastsChange } from "./toasts.ts";
import "./toasts.css";
import { useWords } from "./words.tsx";

const NONE: readonly Toast[] = [];
const ICONS = { ok: Check, bad: X, info: Bell };

/** Where toasts appear: one per page. Each waits while the pointer or the focus is on it. */
export function Toasts() {
  const toasts = useSyncExternalStore(onToastsChange, currentToasts, () => NONE);
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const box = ref.current;
    if (!box || toasts.length === 0) return;
    // Shown again for each toast: the newest in the top layer lies above an open dialog.
    if (box.matches(":popover-open")) box.hidePopover();
    box.showPopover();
    return () => {
      if (box.isConnected && box.matches(":popover-open")) box.hidePopover();
    };
  }, [toasts]);

  return (
    <div ref={ref} className="toasts" popover="manual">
      {toasts.map((toast) => (
        <ToastRow key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastRow({ toast }: { toast: Toast }) {
  const words = useWords();
  const [isHeld, setIsHeld] = useState(false);
  const Icon = ICONS[toast.kind];

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => closeToast(toast.id), toast.durationMs);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);

  return (
    <div
      className="toast"
      role={toast.kind === "bad" ? "alert" : "status"}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <span className={`tag ${toast.kind}`}>
        <Icon />
      </span>
      <p>{toast.text}</p>
      <IconButton label={words.close} onClick={() => closeToast(toast.id)}>
        <X />
      </IconButton>
    </div>
  );
}
