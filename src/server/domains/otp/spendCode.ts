import { sql } from "kysely";
import type { ApprovedAct } from "#contract/approvalPolicy.ts";
import type { App, Caller } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import type { RefusalCode } from "#contract/refusals.ts";
import { pinHmac } from "./pinHmac.ts";

/** The code of a signed-in member, as the call that it approves presents it. */
export type StepUp = { pinId: string; pin: string; browserHash: Buffer };

/**
 * Spends a code, or what a passkey approved, on exactly what it is for, in the transaction of the order. Answers the
 * refusal for one that does not count, and for one whose means the policy does not take for this act: a wrong one is
 * counted here, so the caller commits before it refuses. A code that belongs to nobody, to someone else or to another
 * browser, or that has expired, looks like a wrong one.
 */
export async function spendCode(
  tx: Tx,
  app: App,
  { memberId }: Pick<Caller, "memberId">,
  code: StepUp & { purpose: ApprovedAct; intent: Record<string, string> },
): Promise<Refusal | undefined> {
  const at = app.now();
  const { rows } = await sql<{
    is_closed: boolean;
    is_over: boolean;
    is_used_up: boolean;
    is_verified: boolean;
    is_for_this: boolean;
    pin_hmac: Buffer;
    against: RefusalCode | null;
  }>`
    select closed_at is not null as is_closed, expires_at <= ${at} as is_over, pin_hmac,
      wrong_tries >= 3 or (means = 'code' and not may_try_code(${memberId}, ${at})) as is_used_up,
      verified_at is not null as is_verified, intent = ${JSON.stringify(code.intent)}::jsonb as is_for_this,
      coalesce(removal_refusal(purpose, member_id, ${at}),
        approval_refusal(member_act_needs(purpose, member_id), means)) as against
    from otp_challenge
    where pin_id = ${code.pinId} and member_id = ${memberId} and purpose = ${code.purpose}
      and browser_hash = ${code.browserHash}
    for update
  `.execute(tx);
  const found = rows[0];
  if (found === undefined) return new Refusal("otp_incorrect");
  if (found.is_closed) return new Refusal("otp_not_for_this");
  if (found.is_over) return new Refusal("otp_incorrect");
  if (found.is_used_up) return new Refusal("otp_used_up");
  if (!found.pin_hmac.equals(pinHmac(app.secrets, code.pinId, code.pin))) {
    await tx
      .updateTable("otp_challenge")
      .set((is) => ({ wrong_tries: is("wrong_tries", "+", 1) }))
      .where("pin_id", "=", code.pinId)
      .execute();
    await sql`select count_wrong_code(${String(memberId)}, ${at})`.execute(tx);
    return new Refusal("otp_incorrect");
  }
  if (!found.is_verified) return new Refusal("otp_not_for_this");
  await tx
    .updateTable("otp_challenge")
    .set({ closed_at: at })
    .where("pin_id", "=", code.pinId)
    .execute();
  if (!found.is_for_this) return new Refusal("otp_not_for_this");
  return found.against === null ? undefined : new Refusal(found.against);
}
