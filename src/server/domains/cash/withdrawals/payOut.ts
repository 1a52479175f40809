import { manilaDate } from "#common/manila.ts";
import { formatPesos } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";
import { readDrawer } from "#server/domains/cash/vault/drawers.ts";
import { atBranch } from "#server/domains/cash/vault/branchCash.ts";
import { nextNumber } from "#server/domains/cash/receipts.ts";
import { openDay } from "#server/domains/loans/accounts/openDay.ts";
import { asStaffRefusal } from "#server/domains/members/ledgerOwners.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { Refusal } from "#server/refusal.ts";

export type PaidOut = {
  account: Awaited<ReturnType<typeof findPaying>>;
  amount: bigint;
  /** Open, and locked until the transaction ends. */
  drawer: { id: bigint; office_id: bigint };
  teller: { staffId: bigint; username: string };
  at: Date;
  /** Who had the last word: for the books and the audit trail. */
  by: { actorKind: "staff" | "member"; actor: string };
  /** One receipt for each. */
  key: string;
  correlationId: string;
};

/**
 * Books cash out of a member's account and out of the drawer, with a numbered receipt; the member hears of it. Answers
 * the receipt's id. Refuses cash_drawer_short, and what is held or locked: member_funds_missing to the staff,
 * insufficient_funds to the member.
 */
export async function payOut(tx: Tx, paid: PaidOut): Promise<bigint> {
  const { account, amount, drawer, teller, at, by } = paid;
  await requireInside(tx, drawer.id, amount);
  const { number, receiptNo } = await nextNumber(tx, drawer.office_id);
  const entryId = await book(tx, paid, receiptNo);
  const { id } = await tx
    .insertInto("cash_receipt")
    .values({
      office_id: drawer.office_id,
      number,
      receipt_no: receiptNo,
      drawer_id: drawer.id,
      teller_staff_id: teller.staffId,
      account_id: account.id,
      is_withdrawal: true,
      amount_centavos: amount,
      taken_at: at,
      journal_entry_id: entryId,
      idempotency_key: paid.key,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { accountNumber } = account;
  await notify(tx, {
    memberId: account.member_id,
    kind: "cash_withdrawn",
    params: { amount: formatPesos(amount), account: accountNumber, refNo: receiptNo },
    at,
  });
  await audit(tx, {
    at,
    ...by,
    action: "cash_withdrawn",
    object: `cash_receipt:${receiptNo}`,
    correlationId: paid.correlationId,
    detail: {
      drawer: String(drawer.id),
      accountNumber,
      amount: String(amount),
      teller: teller.username,
    },
  });
  return id;
}

async function book(tx: Tx, { account, amount, drawer, at, by }: PaidOut, receiptNo: string) {
  const lines = recipe("COUNTER_WITHDRAWAL", "post").lines(
    { A: amount },
    { deposit_account: account.ledger_account_id },
  );
  try {
    return await postJournalEntry(tx, {
      operation: "COUNTER_WITHDRAWAL",
      step: "post",
      reference: receiptNo,
      businessDate: await openDay(tx, manilaDate(at)),
      bookedAt: at,
      actor: by.actor,
      lines: await atBranch(tx, lines, { officeId: drawer.office_id, at }),
    });
  } catch (error) {
    throw by.actorKind === "staff" ? asStaffRefusal(error) : error;
  }
}

/** Refuses what is more than the drawer holds. */
export async function requireInside(tx: Tx, drawerId: bigint, amount: bigint): Promise<void> {
  if (!(await holds(tx, drawerId, amount))) throw new Refusal("cash_drawer_short");
}

export const holds = async (tx: Tx, drawerId: bigint, amount: bigint): Promise<boolean> =>
  (await readDrawer(tx, drawerId)).inside >= amount;

/** The account of this number and its member, whose row is held: a freeze at this moment comes before or after. */
export async function findPaying(tx: Tx, accountNumber: string) {
  const account = await tx
    .selectFrom("member_account as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .innerJoin("ledger_account as l", "l.id", "a.ledger_account_id")
    .select(["a.id", "a.member_id", "a.ledger_account_id", "a.account_number as accountNumber"])
    .select(["m.office_id", "m.guid", "m.access_closed_for", "l.available_centavos"])
    .where("a.account_number", "=", accountNumber)
    .forNoKeyUpdate("m")
    .executeTakeFirst();
  if (account === undefined) throw new Refusal("not_found");
  return account;
}
