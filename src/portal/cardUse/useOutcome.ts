import { useState } from "react";

/**
 * What became of a change without an answer, by what the server says the card is like (`mark`): open, or,
 * when it was open or sent from this page, whether the card has changed since.
 */
export function useOutcome(change: {
  isOpen: boolean;
  isSending: boolean;
  /** Undefined until the server has said it. */
  mark: string | undefined;
}): "open" | "changed" | "unchanged" | undefined {
  const { isOpen, isSending, mark } = change;
  const [before, setBefore] = useState<string>();
  const [wasOpen, setWasOpen] = useState(false);
  if ((isOpen || isSending) && before === undefined && mark !== undefined) setBefore(mark);
  if (isOpen && !wasOpen) setWasOpen(true);
  if (isSending) return undefined;
  if (isOpen) return "open";
  if (before === undefined) return undefined;
  if (before !== mark) return "changed";
  return wasOpen ? "unchanged" : undefined;
}
