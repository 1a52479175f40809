import { currentToasts, showToast } from "#ui/toasts.ts";

const ACCEPTED = "transfer";
const ENDED = "transfer-ended";
/** The server's word on an accepted transfer stands for 10 seconds (row P05). */
const ACCEPTED_MS = 10_000;

/** What the server said of an order that it took. */
export function tellAccepted(text: string): void {
  if (text !== "") showToast({ kind: "ok", text, key: ACCEPTED, durationMs: ACCEPTED_MS });
}

/** How the transfer ended, beside what the server said when it took the order, which keeps its time. */
export function tellEnd(kind: "ok" | "info", text: string): void {
  showToast({ kind, text, key: ENDED });
}

/** Whether the server's word on the order still stands there. */
export const isAcceptedTold = (): boolean => currentToasts().some(({ key }) => key === ACCEPTED);
