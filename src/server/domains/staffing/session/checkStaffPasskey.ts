import type { Assertion } from "#contract/passkeys.ts";
import type { Tx } from "#server/db/db.ts";
import { spendNonce } from "#server/domains/access/passkeySignIn/spendNonce.ts";
import { checkAssertion } from "#server/domains/passkeys/checkAssertion.ts";
import type { RelyingParty } from "#server/domains/passkeys/relyingParty.ts";
import type { App } from "#server/platform/app.ts";
import { readPasskeyStep, signInAs } from "./passkeyStep.ts";

/** What a browser signed in its step of a sign-in, and where. */
export type SignedStep = { step: string; assertion: Assertion; party: RelyingParty };

type Checked =
  /** Writes down that it was used. */
  | { isRight: true; use: () => Promise<void> }
  /** In words of ours, for the record. */
  | { isRight: false; reason: string };

/** By what name an authenticator keeps somebody of the staff: nothing of the person. */
export function staffHandleOf(staffId: bigint): string {
  return Buffer.from(`staff:${staffId}`).toString("base64url");
}

/**
 * Whether a passkey of this person, not removed, signed this step of a sign-in under this username, which nobody has
 * brought before: the step is over with it, whatever comes of it. The row stays locked until the transaction ends.
 */
export async function checkStaffPasskey(
  tx: Tx,
  app: App,
  of: { staffId: bigint | undefined; username: string },
  { step, assertion, party }: SignedStep,
): Promise<Checked> {
  const { staffId = 0n, username } = of;
  const open = readPasskeyStep(app, signInAs(username), step);
  if (open === undefined) return { isRight: false, reason: "another step" };
  if (!(await spendNonce(tx, app, open.nonce))) return { isRight: false, reason: "step used" };
  const passkey = await tx
    .selectFrom("staff_passkey")
    .select(["id", "public_key", "counter", "may_be_synced"])
    .where("credential_id", "=", Buffer.from(assertion.id, "base64url"))
    .where("staff_id", "=", staffId)
    .where("removed_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (passkey === undefined) return { isRight: false, reason: "no such passkey" };
  const { challenge } = open;
  const userHandle = staffHandleOf(staffId);
  const checked = await checkAssertion(passkey, { party, assertion, challenge, userHandle });
  if (!checked.isRight) {
    const { reason, message } = checked;
    app.log.warn({ staffPasskey: passkey.id, reason: message }, "a passkey was refused");
    return { isRight: false, reason };
  }
  const { counter, is_synced } = checked;
  const use = async () => {
    await tx
      .updateTable("staff_passkey")
      .set({ counter, is_synced, last_used_at: app.now() })
      .where("id", "=", passkey.id)
      .execute();
  };
  return { isRight: true, use };
}
