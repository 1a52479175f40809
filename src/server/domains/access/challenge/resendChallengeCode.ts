import { seenFrom } from "#server/platform/activity/noteActivity.ts";
import type { Language } from "#contract/refusals.ts";
import type { App } from "#server/platform/app.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import type { Browser } from "#server/domains/access/auth/startSession.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { cookieNames } from "#server/platform/http/cookies.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { noticeOfClosed } from "./probing.ts";
import type { CodeWaitedFor } from "#server/domains/otp/issueCode.ts";
import { requireMeans } from "#server/domains/policy/requireMeans.ts";
import {
  CHALLENGE_SECONDS,
  isChallengePurpose,
  standingCode,
} from "#server/domains/otp/purposes.ts";
import { refuseTooSoon } from "#server/domains/otp/refuseTooSoon.ts";
import {
  addresseeOf,
  closeChallengeCodes,
  codeInPlaceOf,
  findChallengeCode,
  isOfMember,
  issueChallengeCode,
  lockStage,
} from "./challengeCode.ts";

/**
 * Sends a new code for the sign-up or recovery that this browser is at, in place of the last one.
 * Undefined when it is at none with this guid. Of a code that was replaced before, whoever names it gets the one that
 * took its place: the answer about that one may have been lost. Refuses before the countdown is over, unless
 * its tries are used up, and when no text may go out (issueChallengeCode); all of it alike for what nobody has. One that
 * would end a freeze is refused where the policy wants an office by now.
 */
export async function resendChallengeCode(
  app: App,
  browser: Browser & { language: Language },
  { guid, pinId }: { guid: string; pinId: string | undefined },
): Promise<CodeWaitedFor | undefined> {
  const { stage: cookieName } = cookieNames(app.config);
  const secret = browser.cookies[cookieName];
  if (secret === undefined) return undefined;
  const browserHash = sha256(secret);
  const sent = await transact(app.db, async (tx) => {
    await lockStage(tx, guid);
    const named = await findChallengeCode(tx, app, { guid, browserHash, pinId });
    const open = named ?? (pinId && (await codeInPlaceOf(tx, app, { guid, browserHash, pinId })));
    if (!open || !isChallengePurpose(open.purpose)) return undefined;
    const at = app.now();
    const { purpose } = open;
    if (named) refuseTooSoon(named, at);
    if (purpose === "lift_freeze" && open.member_id !== null) {
      // The passkey was the first half. Its owner alone is at this step.
      const memberId = open.member_id;
      await requireMeans(tx, { act: "lift_freeze", memberId, means: "passkey" });
    }
    const standing = standingCode(open, at);
    if (standing !== undefined) {
      const code = { guid, mobileNumber: open.told_mobile ?? "", ...standing };
      return { purpose, code };
    }
    const member = await addresseeOf(tx, open.member_id);
    const isKnownDevice = await isOfMember(tx, app, member, browser.cookies);
    await closeChallengeCodes(tx, { guid, browserHash, at });
    const issued = await issueChallengeCode(tx, app, {
      purpose,
      guid,
      mobileNumber: open.told_mobile ?? "",
      member,
      isKnownDevice,
      source: browser.source,
      from: seenFrom(app, browser),
      browserHash,
      correlationId: browser.correlationId,
      screenLanguage: browser.screenLanguage,
      mayBeUnsent: false,
    });
    await moveDraft(tx, open.pin_id, issued.pinId);
    return { purpose, code: issued };
  });
  if (sent === undefined) return undefined;
  browser.setCookie({ name: cookieName, value: secret, maxAgeSeconds: CHALLENGE_SECONDS });
  pokeRelay(app);
  const notice = sent.purpose === "signup" ? await noticeOfClosed(app, browser) : undefined;
  return notice === undefined ? sent.code : { ...sent.code, notice };
}

/** What was typed at a sign-up goes with the newer code. */
async function moveDraft(tx: Tx, from: string, to: string): Promise<void> {
  await tx.updateTable("sign_up_draft").set({ pin_id: to }).where("pin_id", "=", from).execute();
}
