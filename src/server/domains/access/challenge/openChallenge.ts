import { seenFrom } from "#server/platform/activity/noteActivity.ts";
import { type Language, refusalText } from "#contract/refusals.ts";
import type { App } from "#server/platform/app.ts";
import type { Browser } from "#server/domains/access/auth/startSession.ts";
import { makeToken, sha256 } from "#server/platform/base/tokens.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { cookieNames } from "#server/platform/http/cookies.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import type { CodeWaitedFor } from "#server/domains/otp/issueCode.ts";
import {
  CHALLENGE_SECONDS,
  type ChallengePurpose,
  standingCode,
} from "#server/domains/otp/purposes.ts";
import {
  type Addressee,
  closeChallengeCodes,
  findChallengeCode,
  isOfMember,
  issueChallengeCode,
  lockStage,
} from "./challengeCode.ts";
import { toldGuid, toldMobile } from "./toldIdentity.ts";

export type Stage = {
  purpose: ChallengePurpose;
  /** What was asked for: a membership number or a username key. */
  asked: string;
  /** The number on file of whoever it is; what is shown of it does not depend on what follows. */
  mobileNumber: string | null | undefined;
  /** Who gets the text; undefined for nobody. */
  member: Addressee | undefined;
  /** Told instead of where the code went, to whoever asks now. */
  notice?: string | undefined;
  /** Keeps what goes with the code, in its transaction. */
  keep?: (tx: Tx, pinId: string) => Promise<void>;
};

/**
 * Begins a sign-up or a recovery in this browser with a code, or goes on with the one that the browser
 * waits for while another may not be sent yet. The answer is the same whether or not there is anybody; where no
 * text may go out, a recovery is refused, and a sign-up goes on with a notice that says why.
 */
export async function openChallenge(
  app: App,
  browser: Browser & { language: Language },
  stage: Stage,
): Promise<CodeWaitedFor> {
  const { purpose, asked, member } = stage;
  const { stage: cookieName } = cookieNames(app.config);
  const given = browser.cookies[cookieName];
  const guid = toldGuid(app, purpose, asked);
  const mobileNumber = toldMobile(app, stage.mobileNumber, asked);
  const { sent, unsent, secret } = await transact(app.db, async (tx) => {
    await lockStage(tx, guid);
    const open =
      given === undefined
        ? undefined
        : await findChallengeCode(tx, app, { guid, purpose, browserHash: sha256(given) });
    const standing = standingCode(open, app.now());
    if (standing !== undefined) {
      await stage.keep?.(tx, standing.pinId);
      const sent = { guid, mobileNumber, ...standing };
      return { sent, unsent: undefined, secret: undefined };
    }
    if (given !== undefined) {
      await closeChallengeCodes(tx, { guid, browserHash: sha256(given), at: app.now() });
    }
    const made = makeToken(app.random);
    const issued = await issueChallengeCode(tx, app, {
      purpose,
      guid,
      mobileNumber,
      member,
      isKnownDevice: await isOfMember(tx, app, member, browser.cookies),
      source: browser.source,
      from: seenFrom(app, browser),
      browserHash: sha256(made),
      correlationId: browser.correlationId,
      screenLanguage: browser.screenLanguage,
      mayBeUnsent: purpose === "signup",
    });
    await stage.keep?.(tx, issued.pinId);
    const { unsent, ...told } = issued;
    return { sent: told, unsent, secret: made };
  });
  if (secret !== undefined) {
    browser.setCookie({ name: cookieName, value: secret, maxAgeSeconds: CHALLENGE_SECONDS });
  }
  pokeRelay(app);
  const notice = unsent === undefined ? stage.notice : refusalText(unsent.code, browser.language);
  return notice === undefined ? sent : { ...sent, notice };
}
