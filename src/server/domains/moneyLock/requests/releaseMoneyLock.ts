import { formatPesosAscii } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { Refusal } from "#server/refusal.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { readMemberOffice } from "#server/domains/members/memberOffice.ts";
import { lockMember } from "#server/domains/members/requests/memberOf.ts";
import { endLocks } from "#server/domains/moneyLock/endLocks.ts";

/**
 * Releases all that a member has locked on an account, at once: for a member who stands at the counter, seen by
 * two people. The member hears of it.
 */
export const releaseMoneyLock = defineKind({
  kind: "release_money_lock",
  subjectOf: ({ accountNumber }) => `account:${accountNumber}`,
  readOffice: readMemberOffice,
  readBefore: async (tx, payload) => {
    const { locked } = await findLocked(tx, payload);
    return { account: payload.accountNumber, held: formatPesosAscii(locked) };
  },
  after: (_payload, before) => ({ ...before, held: "PHP 0.00" }),
  apply: async (tx, payload, { app, at }) => {
    const { memberId, accountId } = await findLocked(tx, payload);
    const freed = await endLocks(tx, { accountId, which: "all", at, reason: "office" });
    await tellMember(tx, app, {
      memberId,
      notice: "money_freed",
      values: { pesos: formatPesosAscii(freed), account: payload.accountNumber.slice(-4) },
    });
  },
});

/** Holds the member. Refuses where nothing is locked (request_does_not_apply). */
async function findLocked(
  tx: Tx,
  { memberGuid, accountNumber }: { memberGuid: string; accountNumber: string },
): Promise<{ memberId: bigint; accountId: bigint; locked: bigint }> {
  const { id: memberId } = await lockMember(tx, memberGuid);
  const rows = await tx
    .selectFrom("money_lock as k")
    .innerJoin("member_account as a", "a.id", "k.account_id")
    .innerJoin("ledger_hold as h", "h.id", "k.hold_id")
    .select(["k.account_id", "h.amount_centavos"])
    .where("k.member_id", "=", memberId)
    .where("a.account_number", "=", accountNumber)
    .where("k.ended_at", "is", null)
    .execute();
  const [first] = rows;
  if (first === undefined) throw new Refusal("request_does_not_apply");
  const locked = rows.reduce((sum, { amount_centavos: amount }) => sum + amount, 0n);
  return { memberId, accountId: first.account_id, locked };
}
