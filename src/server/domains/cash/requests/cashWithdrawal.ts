import { formatPesosAscii } from "#common/money.ts";
import { lockOpenDrawer } from "#server/domains/cash/vault/drawers.ts";
import { requireWithinSupervisors } from "#server/domains/cash/withdrawals/limits.ts";
import { findPaying, payOut } from "#server/domains/cash/withdrawals/payOut.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * Pays cash from a member's account out of the open drawer of who asked, whose identity check another person believes.
 * Of what is held or locked nothing is paid, nor anything of a frozen member's. The member hears of it.
 */
export const cashWithdrawal = defineKind({
  kind: "cash_withdrawal",
  subjectOf: ({ accountNumber }) => `cash_account:${accountNumber}`,
  readOffice: async (tx, { accountNumber }) => (await findPaying(tx, accountNumber)).office_id,
  readBefore: async (tx, { accountNumber, amount }) => {
    const account = await findPaying(tx, accountNumber);
    if (account.access_closed_for === "frozen") throw new Refusal("request_does_not_apply");
    await requireWithinSupervisors(tx, amount);
    if ((account.available_centavos ?? 0n) < amount) throw new Refusal("member_funds_missing");
    return { account: accountNumber, paidOut: formatPesosAscii(0n) };
  },
  after: ({ amount }, before) => ({ ...before, paidOut: formatPesosAscii(amount) }),
  apply: async (
    tx,
    { accountNumber, amount },
    { at, maker, checker, requestId, correlationId },
  ) => {
    const account = await findPaying(tx, accountNumber);
    const { id: staffId } = await tx
      .selectFrom("staff")
      .select("id")
      .where("username", "=", maker)
      .executeTakeFirstOrThrow();
    await payOut(tx, {
      account,
      amount,
      drawer: await lockOpenDrawer(tx, { staffId }),
      teller: { staffId, username: maker },
      at,
      by: { actorKind: "staff", actor: checker },
      key: `request:${requestId}`,
      correlationId,
    });
  },
});
