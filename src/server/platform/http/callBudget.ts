import type { App } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";

/** A brake for floods: a camp or a carrier may have thousands of people behind one address. */
const CALLS_OF_AN_ADDRESS = 3_000;
/** Of a device that the member has signed in with. */
const CALLS_OF_A_DEVICE = 300;
/** What has less room: of a report nobody waits for the answer, and papers are checked one by one, with months' records beside. */
const CALLS_OF: Partial<Record<LimitedCall, number>> = {
  cspReport: 300,
  checkPaper: 120,
  readMonths: 120,
};

type LimitedCall =
  | "login"
  | "verifyOtp"
  | "resendOtp"
  | "askPasskeySignIn"
  | "signInWithPasskey"
  | "cspReport"
  | "signUp"
  | "forgotUsername"
  | "forgotPassword"
  | "reportIntruder"
  | "askToUnfreeze"
  | "freezeWithPasskey"
  | "setUsername"
  | "setPassword"
  | "staffLogin"
  | "askStaffPasskey"
  | "staffEnrolment"
  | "checkPaper"
  | "readMonths";

/**
 * Counts one call of a source that has no session yet, within 15 minutes and over all processes. Beyond the
 * brake of its address only a known device goes on, with calls of its own: `knownAs` says its key, and is
 * asked only then. Anybody else is refused with too_many_requests, whoever the call is about.
 */
export async function spendCall(
  app: App,
  of: { kind: LimitedCall; source: string; knownAs?: () => Promise<string | undefined> },
): Promise<void> {
  const { kind, source, knownAs } = of;
  const wait = await countCall(app, kind, source, CALLS_OF[kind] ?? CALLS_OF_AN_ADDRESS);
  if (wait === undefined) return;
  const device = await knownAs?.();
  const waitOfDevice =
    device === undefined ? wait : await countCall(app, kind, device, CALLS_OF_A_DEVICE);
  if (waitOfDevice === undefined) return;
  throw new Refusal("too_many_requests", { retryAfterSeconds: waitOfDevice });
}

/** Seconds to wait when this call of the key is beyond the limit. */
async function countCall(
  app: App,
  kind: LimitedCall,
  key: string,
  limit: number,
): Promise<number | undefined> {
  const { rows } = await app.pool.query<{ wait_seconds: number | null }>({
    name: "count_call",
    text: "select count_call($1, $2, $3, $4) as wait_seconds",
    values: [`call:${kind}`, key, limit, app.now()],
  });
  return rows[0]?.wait_seconds ?? undefined;
}
