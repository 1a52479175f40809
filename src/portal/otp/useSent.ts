import { useState } from "react";
import { afterClose, type CodeState } from "./codeState.ts";

/** The code that was sent last, and whether its dialog is open. */
export function useSent<Sent extends CodeState>() {
  const [sent, setSent] = useState<Sent>();
  const [isOpen, setIsOpen] = useState(false);
  const change = (part: Partial<CodeState>) =>
    setSent((before) => (before === undefined ? undefined : { ...before, ...part }));
  return {
    sent,
    setSent,
    change,
    open: (code: Sent) => {
      setSent(code);
      setIsOpen(true);
    },
    /** It helps no more. */
    end: () => {
      setIsOpen(false);
      setSent(undefined);
    },
    dialog: isOpen ? sent : undefined,
    type: (value: string) => change({ value, error: undefined, unanswered: undefined }),
    close: () => {
      setIsOpen(false);
      change(afterClose(sent));
    },
  };
}
