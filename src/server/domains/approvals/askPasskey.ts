import type { CodeIntent } from "#contract/auth.ts";
import type { RequestOptions } from "#contract/passkeys.ts";
import { transact } from "#server/db/db.ts";
import { newCode } from "#server/domains/otp/issueCode.ts";
import { makePinId, pinHmac } from "#server/domains/otp/pinHmac.ts";
import { CODE_SECONDS } from "#server/domains/otp/purposes.ts";
import { requestOptionsOf } from "#server/domains/passkeys/passkeyOptions.ts";
import { knownPasskeys } from "#server/domains/passkeys/readPasskeys.ts";
import type { RelyingParty } from "#server/domains/passkeys/relyingParty.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { requireWithin } from "#server/platform/base/throttle.ts";
import { Refusal } from "#server/refusal.ts";
import { approvalOf } from "./approvals.ts";
import { refusalOfCode } from "./refusalOfCode.ts";

/** Each leaves a row; nobody approves as much. */
const CHALLENGES_AN_HOUR = 100;

/**
 * What a passkey is to sign to approve exactly this, and only in the browser of this session: in place of a code by
 * text, which is not sent; and whether the policy would take a code as well. Refuses what the order itself would refuse now, and passkey_missing.
 */
export async function askPasskey(
  app: App,
  caller: Caller,
  order: { intent: CodeIntent; browserHash: Buffer; party: RelyingParty },
): Promise<{ pinId: string; options: RequestOptions; takesText: boolean }> {
  const { memberId } = caller;
  const passkeys = await knownPasskeys(app.db, memberId);
  if (passkeys.length === 0) throw new Refusal("passkey_missing");
  const { what, intent } = await approvalOf(app, caller, order.intent, "passkey");
  const at = app.now();
  const pinId = makePinId(app);
  const challenge = app.random.bytes(32);
  const takesText = await transact(app.db, async (tx) => {
    await requireWithin(tx, {
      scope: "passkey_challenge",
      key: String(memberId),
      limit: CHALLENGES_AN_HOUR,
      window: "1 hour",
      at,
    });
    await tx
      .insertInto("otp_challenge")
      .values({
        pin_id: pinId,
        member_id: memberId,
        purpose: what.purpose,
        means: "passkey",
        webauthn_challenge: challenge,
        // Nobody is told it: what the assertion brings takes its place.
        pin_hmac: pinHmac(app.secrets, pinId, newCode(app)),
        intent: JSON.stringify(intent),
        browser_hash: order.browserHash,
        texted: false,
        sent_at: at,
        resend_after: at,
        expires_at: new Date(at.getTime() + CODE_SECONDS * 1000),
      })
      .execute();
    await audit(tx, {
      at,
      actorKind: "member",
      actor: caller.memberGuid,
      action: "passkey_asked",
      object: `otp:${pinId}`,
      correlationId: caller.correlationId,
      detail: { purpose: what.purpose },
    });
    return (await refusalOfCode(tx, app, pinId)) === undefined;
  });
  return { pinId, options: requestOptionsOf(order.party, challenge, passkeys), takesText };
}
