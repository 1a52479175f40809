import type { App } from "#server/app.ts";
import { sha256 } from "#server/auth/tokens.ts";
import type { Browser } from "#server/auth/startSession.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { cookieNames } from "#server/http/cookies.ts";
import { pokeRelay } from "#server/jobs/pokeRelay.ts";
import { Refusal } from "#server/refusal.ts";
import type { CodeSent } from "./issueCode.ts";
import { isStagePurpose, STAGE_SECONDS } from "./purposes.ts";
import { secondsToNextSend } from "./sendLimits.ts";
import { refuseTooSoon } from "./sendOtp.ts";
import {
  addresseeOf,
  closeStageCodes,
  findStageCode,
  isOfMember,
  issueStageCode,
  lockStage,
} from "./stageCode.ts";

/**
 * Sends a new code for the sign-up or recovery that this browser is at, in place of the last one.
 * Undefined when it is at none with this guid. Refuses before the countdown is over, and beyond 5 an hour
 * or 10 a day; all of it alike for what nobody has. Whether a text goes out is not told (issueStageCode).
 */
export async function resendStageCode(
  app: App,
  browser: Browser,
  { guid, pinId }: { guid: string; pinId: string | undefined },
): Promise<CodeSent | undefined> {
  const { stage: cookieName } = cookieNames(app.config);
  const secret = browser.cookies[cookieName];
  if (secret === undefined) return undefined;
  const browserHash = sha256(secret);
  const sent = await transact(app.db, async (tx) => {
    await lockStage(tx, guid);
    const open = await findStageCode(tx, app, { guid, browserHash, pinId });
    if (!open || !isStagePurpose(open.purpose)) return undefined;
    const at = app.now();
    const { purpose } = open;
    refuseTooSoon(open.resend_after, at);
    const member = await addresseeOf(tx, open.member_id);
    const isKnownDevice = await isOfMember(tx, app, member, browser.cookies);
    const whom = { toldGuid: guid };
    const wait = await secondsToNextSend(tx, { whom, purpose, isKnownDevice, at });
    if (wait > 0) throw new Refusal("otp_limit", { retryAfterSeconds: wait });
    await closeStageCodes(tx, { guid, browserHash, at });
    const issued = await issueStageCode(tx, app, {
      purpose,
      guid,
      mobileNumber: open.told_mobile ?? "",
      member,
      isKnownDevice,
      source: browser.source,
      browserHash,
      correlationId: browser.correlationId,
    });
    await moveDraft(tx, open.pin_id, issued.pinId);
    return issued;
  });
  if (sent === undefined) return undefined;
  browser.setCookie({ name: cookieName, value: secret, maxAgeSeconds: STAGE_SECONDS });
  pokeRelay(app);
  return sent;
}

/** What was typed at a sign-up goes with the newer code. */
async function moveDraft(tx: Tx, from: string, to: string): Promise<void> {
  await tx.updateTable("sign_up_draft").set({ pin_id: to }).where("pin_id", "=", from).execute();
}
