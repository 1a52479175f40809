import type { Frozen } from "#contract/frozen.ts";
import type { Assertion } from "#contract/passkeys.ts";
import { transact } from "#server/db/db.ts";
import type { Browser } from "#server/domains/access/auth/startSession.ts";
import { takeSignInAssertion } from "#server/domains/access/passkeySignIn/takeSignInAssertion.ts";
import type { RelyingParty } from "#server/domains/passkeys/relyingParty.ts";
import type { App } from "#server/platform/app.ts";
import { sourceMark } from "#server/platform/audit/writeAudit.ts";
import { Refusal } from "#server/refusal.ts";
import { afterFreeze, freezeMember } from "./freezeMember.ts";

/** Freezes the account of whoever's passkey signed our challenge: with no session, no number and no text. */
export async function freezeWithPasskey(
  app: App,
  { source, correlationId }: Browser,
  signed: { assertion: Assertion; party: RelyingParty },
): Promise<Frozen> {
  const done = await transact(app.db, async (tx) => {
    const owner = await takeSignInAssertion(tx, app, { ...signed, correlationId });
    if (owner === undefined) return undefined;
    return freezeMember(tx, app, {
      memberId: owner.memberId,
      by: "member",
      way: "passkey",
      actor: owner.guid,
      reason: "",
      sourceMark: sourceMark(app, source),
      correlationId,
    });
  });
  if (done === undefined) throw new Refusal("passkey_freezes_nothing");
  return afterFreeze(app, done);
}
