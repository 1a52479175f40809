import type { Assertion } from "#contract/passkeys.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { closeCodes, lockMember, newCode } from "#server/domains/otp/issueCode.ts";
import { pinHmac } from "#server/domains/otp/pinHmac.ts";
import { CODE_TRIES, type Purpose } from "#server/domains/otp/purposes.ts";
import type { RelyingParty } from "#server/domains/passkeys/relyingParty.ts";
import { verifyAssertion } from "#server/domains/passkeys/verifyAssertion.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";

export type Signed = {
  pinId: string;
  assertion: Assertion;
  browserHash: Buffer;
  party: RelyingParty;
};

/**
 * Takes what a passkey signed for an approval that this browser asked for, once. Answers the secret that goes with the
 * order in place of a code: the order spends it as it spends a code, and by the same rules. One refusal for whatever
 * is wrong; what was tried is counted.
 */
export async function approveWithPasskey(
  app: App,
  caller: Caller,
  signed: Signed,
): Promise<{ pinId: string; pin: string }> {
  const pin = await transact(app.db, (tx) => approve(tx, app, caller, signed));
  if (pin === undefined) throw new Refusal("passkey_refused");
  return { pinId: signed.pinId, pin };
}

async function approve(
  tx: Tx,
  app: App,
  caller: Caller,
  { pinId, assertion, browserHash, party }: Signed,
): Promise<string | undefined> {
  const { memberId, correlationId } = caller;
  // Takes turns with a removal of the passkey and with whatever ends the access.
  await lockMember(tx, memberId);
  const at = app.now();
  const asked = await tx
    .selectFrom("otp_challenge")
    .select(["purpose", "webauthn_challenge"])
    .where("pin_id", "=", pinId)
    .where("member_id", "=", memberId)
    .where("browser_hash", "=", browserHash)
    .where("means", "=", "passkey")
    .where("verified_at", "is", null)
    .where("closed_at", "is", null)
    .where("expires_at", ">", at)
    .where("wrong_tries", "<", CODE_TRIES)
    .forUpdate()
    .executeTakeFirst();
  const challenge = asked?.webauthn_challenge ?? undefined;
  if (asked === undefined || challenge === undefined) return undefined;
  const passkeyId = await verifyAssertion(tx, app, caller, {
    party,
    assertion,
    challenge,
    correlationId,
  });
  if (passkeyId === undefined) {
    await tx
      .updateTable("otp_challenge")
      .set((row) => ({ wrong_tries: row("wrong_tries", "+", 1) }))
      .where("pin_id", "=", pinId)
      .execute();
    return undefined;
  }
  const pin = newCode(app);
  await tx
    .updateTable("otp_challenge")
    .set({ passkey_id: passkeyId, verified_at: at, pin_hmac: pinHmac(app.secrets, pinId, pin) })
    .where("pin_id", "=", pinId)
    .execute();
  // Found among these.
  const purpose = asked.purpose as Purpose;
  await closeCodes(tx, { memberId, purpose, browserHash, at, butPinId: pinId });
  return pin;
}
