import type { Assertion } from "#contract/passkeys.ts";
import type { Language } from "#contract/refusals.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import type { RelyingParty } from "#server/domains/passkeys/relyingParty.ts";
import { passkeyOwner, verifyAssertion } from "#server/domains/passkeys/verifyAssertion.ts";
import type { App } from "#server/platform/app.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { Refusal } from "#server/refusal.ts";
import { agedPasswordText } from "#server/domains/access/auth/passwordAge.ts";
import { type Browser, startSession } from "#server/domains/access/auth/startSession.ts";
import { readSignInChallenge } from "./signInChallenge.ts";

type SignedIn = { guid: string; token: string; agedPasswordText: string };

/**
 * Signs in whose passkey signed our challenge: it is held and was unlocked, which proves as much as a password and a
 * code, on a new browser too. Such a browser pauses new payees as with a password. No text is needed. Refuses with
 * passkey_unknown whatever is wrong, and members without online access as a sign-in with a password does.
 */
export async function signInWithPasskey(
  app: App,
  browser: Browser & { language: Language },
  { assertion, party }: { assertion: Assertion; party: RelyingParty },
): Promise<SignedIn> {
  const challenge = challengeIn(assertion);
  const nonce = challenge && readSignInChallenge(app, challenge);
  const opened =
    challenge === undefined || nonce === undefined
      ? undefined
      : await transact(app.db, (tx) =>
          open(tx, app, browser, { assertion, party, challenge, nonce }),
        );
  if (opened === undefined) {
    app.metrics.signIns.inc({ outcome: "refused" });
    throw new Refusal("passkey_unknown");
  }
  const { cookies, ...signedIn } = opened;
  for (const cookie of cookies) browser.setCookie(cookie);
  pokeRelay(app);
  app.metrics.signIns.inc({ outcome: "signed_in" });
  return signedIn;
}

async function open(
  tx: Tx,
  app: App,
  browser: Browser & { language: Language },
  signed: { assertion: Assertion; party: RelyingParty; challenge: Buffer; nonce: string },
) {
  const owner = await passkeyOwner(tx, signed.assertion);
  if (owner === undefined) return undefined;
  const { memberId, memberGuid: guid } = owner;
  const { assertion, party, challenge } = signed;
  await holdMember(tx, app, memberId);
  const { correlationId } = browser;
  const of = { party, assertion, challenge, correlationId };
  if ((await verifyAssertion(tx, app, owner, of)) === undefined) return undefined;
  if (!(await isFirst(tx, app, signed.nonce))) return undefined;
  const started = await startSession(tx, app, { id: memberId, guid }, browser);
  if (started === undefined) return undefined;
  const member = await tx
    .selectFrom("member")
    .select(["password_changed_at", "password_waived_until"])
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  const age = { changedAt: member.password_changed_at, waivedUntil: member.password_waived_until };
  return { guid, ...started, agedPasswordText: agedPasswordText(app, age, browser.language) };
}

/** What was signed once signs nobody in again. Kept for longer than a challenge counts (cleanUp). */
async function isFirst(tx: Tx, app: App, nonce: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("signed_nonce")
    .values({ partner: "passkey", nonce, seen_at: app.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The challenge that the browser says was signed. */
function challengeIn({ response }: Assertion): Buffer | undefined {
  try {
    const said: unknown = JSON.parse(
      Buffer.from(response.clientDataJSON, "base64url").toString("utf8"),
    );
    const challenge: unknown =
      typeof said === "object" && said !== null ? Reflect.get(said, "challenge") : undefined;
    return typeof challenge === "string" ? Buffer.from(challenge, "base64url") : undefined;
  } catch {
    return undefined;
  }
}
