import { Refusal } from "#server/refusal.ts";
import { type OpenCode, secondsToReplace } from "./purposes.ts";

/** The countdown is the server's, whatever a client shows. */
export function refuseTooSoon(open: OpenCode, now: Date): void {
  const seconds = secondsToReplace(open, now);
  if (seconds > 0) throw new Refusal("otp_too_soon", { retryAfterSeconds: seconds });
}
