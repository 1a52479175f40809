import type { Assertion } from "#contract/passkeys.ts";
import type { Language } from "#contract/refusals.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { RelyingParty } from "#server/domains/passkeys/relyingParty.ts";
import type { App } from "#server/platform/app.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { Refusal } from "#server/refusal.ts";
import { agedPasswordText } from "#server/domains/access/auth/passwordAge.ts";
import { type Browser, startSession } from "#server/domains/access/auth/startSession.ts";
import { takeSignInAssertion } from "./takeSignInAssertion.ts";

type SignedIn = { guid: string; token: string; agedPasswordText: string };
type Visitor = Browser & { language: Language };
type Signed = { assertion: Assertion; party: RelyingParty };

/**
 * Signs in whose passkey signed our challenge: it is held and was unlocked, which proves as much as a password and a
 * code, on a new browser too. Such a browser pauses new payees as with a password. No text is needed. Refuses with
 * passkey_unknown whatever is wrong, and members without online access as a sign-in with a password does.
 */
export async function signInWithPasskey(
  app: App,
  browser: Visitor,
  signed: Signed,
): Promise<SignedIn> {
  const opened = await transact(app.db, (tx) => open(tx, app, browser, signed));
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

async function open(tx: Tx, app: App, browser: Visitor, signed: Signed) {
  const { correlationId } = browser;
  const owner = await takeSignInAssertion(tx, app, { ...signed, correlationId });
  if (owner === undefined) return undefined;
  const { memberId, guid } = owner;
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
