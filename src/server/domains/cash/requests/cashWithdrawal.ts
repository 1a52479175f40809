import { manilaDate } from "#common/manila.ts";
import { formatPesos, formatPesosAscii } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";
import { lockOpenDrawer, readDrawer } from "#server/domains/cash/drawers.ts";
import { nextNumber } from "#server/domains/cash/receipts.ts";
import { openDay } from "#server/domains/loans/accounts/openDay.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { asStaffRefusal } from "#server/domains/members/ledgerOwners.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { notify } from "#server/platform/notifications/notify.ts";
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
    const drawer = await lockOpenDrawer(tx, { staffId });
    if ((await readDrawer(tx, drawer.id)).inside < amount) throw new Refusal("cash_drawer_short");
    const { number, receiptNo } = await nextNumber(tx, drawer.office_id);
    const entryId = await pay(tx, { account, amount, receiptNo, at, checker });
    await tx
      .insertInto("cash_receipt")
      .values({
        office_id: drawer.office_id,
        number,
        receipt_no: receiptNo,
        drawer_id: drawer.id,
        teller_staff_id: staffId,
        account_id: account.id,
        is_withdrawal: true,
        amount_centavos: amount,
        taken_at: at,
        journal_entry_id: entryId,
        idempotency_key: `request:${requestId}`,
      })
      .execute();
    await notify(tx, {
      memberId: account.member_id,
      kind: "cash_withdrawn",
      params: { amount: formatPesos(amount), account: accountNumber, refNo: receiptNo },
      at,
    });
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: checker,
      action: "cash_withdrawn",
      object: `cash_receipt:${receiptNo}`,
      correlationId,
      detail: { drawer: String(drawer.id), accountNumber, amount: String(amount), teller: maker },
    });
  },
});

type Paid = {
  account: Awaited<ReturnType<typeof findPaying>>;
  amount: bigint;
  receiptNo: string;
  at: Date;
  checker: string;
};

async function pay(tx: Tx, { account, amount, receiptNo, at, checker }: Paid): Promise<bigint> {
  try {
    return await postJournalEntry(tx, {
      operation: "COUNTER_WITHDRAWAL",
      step: "post",
      reference: receiptNo,
      businessDate: await openDay(tx, manilaDate(at)),
      bookedAt: at,
      actor: checker,
      lines: recipe("COUNTER_WITHDRAWAL", "post").lines(
        { A: amount },
        { deposit_account: account.ledger_account_id },
      ),
    });
  } catch (error) {
    throw asStaffRefusal(error);
  }
}

async function findPaying(tx: Tx, accountNumber: string) {
  const account = await tx
    .selectFrom("member_account as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .innerJoin("ledger_account as l", "l.id", "a.ledger_account_id")
    .select(["a.id", "a.member_id", "a.ledger_account_id", "m.office_id"])
    .select(["m.access_closed_for", "l.available_centavos"])
    .where("a.account_number", "=", accountNumber)
    // Whoever freezes the member at this moment comes before or after.
    .forNoKeyUpdate("m")
    .executeTakeFirst();
  if (account === undefined) throw new Refusal("not_found");
  return account;
}
