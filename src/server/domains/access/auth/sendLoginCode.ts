import { seenFrom } from "#server/platform/activity/noteActivity.ts";
import type { App } from "#server/platform/app.ts";
import type { Browser } from "./startSession.ts";
import { makeToken, sha256 } from "#server/platform/base/tokens.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { cookieNames } from "#server/platform/http/cookies.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { CHALLENGE_SECONDS, standingCode } from "#server/domains/otp/purposes.ts";
import {
  type CodeWaitedFor,
  codeWaitedFor,
  findOpenCode,
  issueCode,
  lockMember,
} from "#server/domains/otp/issueCode.ts";

/**
 * The password was right in a browser we do not know: sends a code that works in that browser only.
 * Signing in again there while the code is fresh sends nothing new, unless its tries are used up; the countdown
 * goes on.
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
      screenLanguage: browser.screenLanguage,
      from: seenFrom(app, browser),
    });
    return { sent: issued, newSecret: secret };
  });
  if (newSecret) {
    browser.setCookie({ name: stage, value: newSecret, maxAgeSeconds: CHALLENGE_SECONDS });
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
  const standing = standingCode(open, app.now());
  return standing && codeWaitedFor(tx, member, standing);
}
