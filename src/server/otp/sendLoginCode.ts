import { maskMobile } from "#common/mask.ts";
import type { App } from "#server/app.ts";
import type { Browser } from "#server/auth/startSession.ts";
import { makeToken, sha256 } from "#server/auth/tokens.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { cookieNames } from "#server/http/cookies.ts";
import { pokeRelay } from "#server/jobs/pokeRelay.ts";
import { STAGE_SECONDS } from "./purposes.ts";
import { addressee, type CodeSent, findOpenCode, issueCode, lockMember } from "./issueCode.ts";

/** Of one code (specification, section 9). */
const TRIES = 3;

/** `triesLeft` stands with a code that was sent before: it may be used up. */
type CodeWaitedFor = CodeSent & { triesLeft?: number };

/**
 * The password was right in a browser we do not know: sends a code that works in that browser only.
 * Signing in again there while the code is fresh sends nothing new; the countdown goes on.
 */
export async function sendLoginCode(
  app: App,
  browser: Browser,
  member: { id: bigint; guid: string },
): Promise<CodeWaitedFor> {
  const { stage } = cookieNames(app.config);
  const given = browser.cookies[stage];
  const { sent, newSecret } = await transact(app.db, async (tx) => {
    await lockMember(tx, member.id);
    const fresh = given && (await freshCode(tx, app, member, sha256(given)));
    if (fresh) return { sent: fresh, newSecret: undefined };
    const secret = makeToken(app.random);
    const issued = await issueCode(tx, app, {
      member,
      what: { purpose: "login" },
      intent: null,
      browserHash: sha256(secret),
      correlationId: browser.correlationId,
    });
    return { sent: issued, newSecret: secret };
  });
  if (newSecret) {
    browser.setCookie({ name: stage, value: newSecret, maxAgeSeconds: STAGE_SECONDS });
  }
  pokeRelay(app);
  return sent;
}

/** The code this browser already waits for, while another may not be sent yet. */
async function freshCode(
  tx: Tx,
  app: App,
  member: { id: bigint; guid: string },
  browserHash: Buffer,
): Promise<CodeWaitedFor | undefined> {
  const open = await findOpenCode(tx, { memberId: member.id, purposes: ["login"], browserHash });
  if (!open || open.resend_after <= app.now()) return undefined;
  const { mobileNumber } = await addressee(tx, member.id);
  return {
    guid: member.guid,
    mobileNumber: maskMobile(mobileNumber),
    pinId: open.pin_id,
    delaySec: Math.ceil((open.resend_after.getTime() - app.now().getTime()) / 1000),
    triesLeft: TRIES - open.wrong_tries,
  };
}
