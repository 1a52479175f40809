import type { App } from "#server/app.ts";
import { Refusal } from "#server/refusal.ts";

/** Room for an office full of members behind one address, none for a machine that asks on and on. */
const CALLS_A_QUARTER_HOUR = 300;

type LimitedCall =
  | "login"
  | "verifyOtp"
  | "resendOtp"
  | "cspReport"
  | "signUp"
  | "forgotUsername"
  | "forgotPassword"
  | "setUsername"
  | "setPassword"
  | "staffLogin"
  | "staffEnrolment";

/**
 * Counts one call of a source that has no session yet. Refuses with too_many_requests beyond 300 of
 * one kind in 15 minutes, over all processes.
 */
export async function spendCall(
  app: App,
  { kind, source }: { kind: LimitedCall; source: string },
): Promise<void> {
  const { rows } = await app.pool.query<{ wait_seconds: number | null }>({
    name: "count_call",
    text: "select count_call($1, $2, $3, $4) as wait_seconds",
    values: [`call:${kind}`, source, CALLS_A_QUARTER_HOUR, app.now()],
  });
  const wait = rows[0]?.wait_seconds;
  if (wait) throw new Refusal("too_many_requests", { retryAfterSeconds: wait });
}
