import { showToast } from "#ui/toasts.ts";

const ACCEPTED = "transfer";
/** The server's word on an accepted transfer stands for 10 seconds (row P05). */
export const ACCEPTED_MS = 10_000;

/** What the server said of an order that it took, to whoever has left its screens: else its sheet says it. */
export function tellAccepted(text: string): void {
  if (text !== "") showToast({ kind: "ok", text, key: ACCEPTED, durationMs: ACCEPTED_MS });
}
