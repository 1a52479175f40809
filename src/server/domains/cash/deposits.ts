import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { type Centavos, formatPesos } from "#common/money.ts";
import type { CashReceipt } from "#contract/staff/cash.ts";
import { type Db, isTaken, transact, type Tx } from "#server/db/db.ts";
import { openDay } from "#server/domains/loans/accounts/openDay.ts";
import { wholeName } from "#server/domains/members/fullName.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { Refusal } from "#server/refusal.ts";
import { lockOpenDrawer } from "./drawers.ts";

export type Deposit = { accountNumber: string; amount: Centavos; key: string };

/** Whose account it is; undefined for one that takes no cash, or is another branch's. */
export async function findAccount(db: Db | Tx, staff: StaffCaller, accountNumber: string) {
  const account = await db
    .selectFrom("member_account as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .select(["a.id", "a.member_id", "a.ledger_account_id", "a.product", "a.account_number"])
    .select(["m.office_id", "m.first_name", "m.middle_name", "m.last_name", "m.qualifier"])
    .where("a.account_number", "=", accountNumber)
    .where("a.product", "in", ["savings", "storage"])
    .executeTakeFirst();
  return account !== undefined && staff.may("cash.use", account.office_id) ? account : undefined;
}

/**
 * Takes cash into the teller's drawer for a member's account: entry, receipt, notice and record stand or fall together.
 * No printer has a part in it. Money comes in whatever the member's access: also of who is frozen.
 */
export async function takeDeposit(
  app: App,
  staff: StaffCaller,
  deposit: Deposit,
): Promise<CashReceipt> {
  try {
    return await transact(app.db, (tx) => take(tx, app, staff, deposit));
  } catch (error) {
    if (!isTaken(error, "cash_receipt_once")) throw error;
    return transact(app.db, (tx) => take(tx, app, staff, deposit));
  }
}

async function take(tx: Tx, app: App, staff: StaffCaller, deposit: Deposit): Promise<CashReceipt> {
  const { accountNumber, amount, key } = deposit;
  const earlier = await findRepeat(tx, staff, deposit);
  if (earlier !== undefined) return earlier;
  const drawer = await lockOpenDrawer(tx, staff);
  const account = await findAccount(tx, staff, accountNumber);
  if (account === undefined) throw new Refusal("cash_account_unknown");
  const at = app.now();
  const { number, receiptNo } = await nextNumber(tx, drawer.office_id);
  const entryId = await postJournalEntry(tx, {
    operation: "COUNTER_DEPOSIT",
    step: "post",
    reference: receiptNo,
    businessDate: await openDay(tx, manilaDate(at)),
    bookedAt: at,
    actor: staff.username,
    lines: recipe("COUNTER_DEPOSIT", "post").lines(
      { A: amount },
      { deposit_account: account.ledger_account_id },
    ),
  });
  await tx
    .insertInto("cash_receipt")
    .values({
      office_id: drawer.office_id,
      number,
      receipt_no: receiptNo,
      drawer_id: drawer.id,
      teller_staff_id: staff.staffId,
      account_id: account.id,
      amount_centavos: amount,
      taken_at: at,
      journal_entry_id: entryId,
      idempotency_key: key,
    })
    .execute();
  await notify(tx, {
    memberId: account.member_id,
    kind: "cash_deposit_taken",
    params: { amount: formatPesos(amount), refNo: receiptNo },
    at,
  });
  await audit(tx, {
    at,
    actorKind: "staff",
    actor: staff.username,
    action: "cash_deposit_taken",
    object: `cash_receipt:${receiptNo}`,
    correlationId: staff.correlationId,
    detail: { drawer: String(drawer.id), accountNumber, amount: String(amount) },
  });
  return readReceipt(tx, receiptNo);
}

/** The next of the branch. Tellers of a branch take turns from here to the end of the transaction: no number is left out. */
async function nextNumber(tx: Tx, officeId: bigint) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cash receipts ${officeId}`}, 0))`.execute(
    tx,
  );
  const { rows } = await sql<{ number: bigint; receipt_no: string }>`
    select n.number, 'CR-' || lpad(${officeId}::text, greatest(4, length(${officeId}::text)), '0') || '-'
      || lpad(n.number::text, 7, '0') as receipt_no
    from (select coalesce(max(number), 0) + 1 as number from cash_receipt where office_id = ${officeId}) n`.execute(
    tx,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("no receipt number was made");
  return { number: row.number, receiptNo: row.receipt_no };
}

async function findRepeat(
  tx: Tx,
  { staffId }: StaffCaller,
  { accountNumber, amount, key }: Deposit,
): Promise<CashReceipt | undefined> {
  const row = await receiptsQuery(tx)
    .where("r.teller_staff_id", "=", staffId)
    .where("r.idempotency_key", "=", key)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.account_number !== accountNumber || row.amount_centavos !== amount) {
    throw new Refusal("idempotency_key_reused");
  }
  return toReceipt(row);
}

/** Notes one more print and answers the receipt. Refuses not_found for one of a branch that is not the teller's. */
export async function printReceipt(
  app: App,
  staff: StaffCaller,
  receiptNo: string,
): Promise<CashReceipt> {
  return transact(app.db, async (tx) => {
    const row = await receiptsQuery(tx).where("r.receipt_no", "=", receiptNo).executeTakeFirst();
    if (row === undefined || !staff.may("cash.use", row.office_id)) throw new Refusal("not_found");
    await tx
      .updateTable("cash_receipt")
      .set((is) => ({ printed: is("printed", "+", 1) }))
      .where("receipt_no", "=", receiptNo)
      .execute();
    await audit(tx, {
      at: app.now(),
      actorKind: "staff",
      actor: staff.username,
      action: "cash_receipt_printed",
      object: `cash_receipt:${receiptNo}`,
      correlationId: staff.correlationId,
      detail: {},
    });
    return readReceipt(tx, receiptNo);
  });
}

const NEWEST = 500;

export async function receiptsOf(app: App, drawerId: string): Promise<CashReceipt[]> {
  const rows = await receiptsQuery(app.db)
    .where("r.drawer_id", "=", BigInt(drawerId))
    .orderBy("r.id", "desc")
    .limit(NEWEST)
    .execute();
  return rows.map(toReceipt);
}

const receiptsQuery = (db: Db | Tx) =>
  db
    .selectFrom("cash_receipt as r")
    .innerJoin("cash_drawer as d", "d.id", "r.drawer_id")
    .innerJoin("office as o", "o.id", "r.office_id")
    .innerJoin("member_account as a", "a.id", "r.account_id")
    .innerJoin("member as m", "m.id", "a.member_id")
    .select(["r.receipt_no", "r.office_id", "r.taken_at", "r.amount_centavos", "r.printed"])
    .select(["o.branch_name", "d.teller", "a.account_number", "a.product"])
    .select(["m.first_name", "m.middle_name", "m.last_name", "m.qualifier"]);

async function readReceipt(tx: Tx, receiptNo: string): Promise<CashReceipt> {
  return toReceipt(
    await receiptsQuery(tx).where("r.receipt_no", "=", receiptNo).executeTakeFirstOrThrow(),
  );
}

type Row = Awaited<ReturnType<ReturnType<typeof receiptsQuery>["executeTakeFirstOrThrow"]>>;

const toReceipt = (row: Row): CashReceipt => ({
  receiptNo: row.receipt_no,
  at: row.taken_at.toISOString(),
  branch: row.branch_name,
  teller: row.teller,
  accountNumber: row.account_number,
  // Only these take cash (findAccount).
  product: row.product as CashReceipt["product"],
  holder: wholeName(row),
  amount: row.amount_centavos,
  printed: row.printed,
});
