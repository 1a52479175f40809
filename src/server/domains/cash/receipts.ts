import { sql } from "kysely";
import type { CashReceipt } from "#contract/staff/cash.ts";
import { type Db, transact, type Tx } from "#server/db/db.ts";
import { wholeName } from "#server/domains/members/fullName.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { Refusal } from "#server/refusal.ts";

/** The next of the branch. Tellers of a branch take turns from here to the end of the transaction: no number is left out. */
export async function nextNumber(tx: Tx, officeId: bigint) {
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

/** The receipt that this teller gave under this key. */
export async function findByKey(
  tx: Tx,
  { staffId }: StaffCaller,
  key: string,
): Promise<CashReceipt | undefined> {
  const row = await receiptsQuery(tx)
    .where("r.teller_staff_id", "=", staffId)
    .where("r.idempotency_key", "=", key)
    .executeTakeFirst();
  return row && toReceipt(row);
}

/** The receipt of this number, whenever it was given. Refuses not_found for one of a branch that is not theirs to see. */
export async function findReceipt(
  app: App,
  staff: StaffCaller,
  receiptNo: string,
): Promise<CashReceipt> {
  const row = await receiptsQuery(app.db).where("r.receipt_no", "=", receiptNo).executeTakeFirst();
  if (row === undefined || !staff.may("cash.view", row.office_id)) throw new Refusal("not_found");
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
    .leftJoin("member_account as a", "a.id", "r.account_id")
    .leftJoin("loan as l", "l.id", "r.loan_id")
    .innerJoin("member as m", (on) =>
      on.on((is) => is("m.id", "=", is.fn.coalesce("a.member_id", "l.member_id"))),
    )
    .select([
      "r.receipt_no",
      "r.office_id",
      "r.taken_at",
      "r.amount_centavos",
      "r.printed",
      "r.is_withdrawal",
    ])
    .select(["o.branch_name", "d.teller", "a.account_number", "a.product", "l.loan_no"])
    .select(["m.first_name", "m.middle_name", "m.last_name", "m.qualifier"]);

export async function readReceipt(tx: Tx, receiptNo: string): Promise<CashReceipt> {
  return toReceipt(
    await receiptsQuery(tx).where("r.receipt_no", "=", receiptNo).executeTakeFirstOrThrow(),
  );
}

/** The receipt of this id. */
export async function readReceiptById(db: Db | Tx, id: bigint): Promise<CashReceipt> {
  return toReceipt(await receiptsQuery(db).where("r.id", "=", id).executeTakeFirstOrThrow());
}

type Row = Awaited<ReturnType<ReturnType<typeof receiptsQuery>["executeTakeFirstOrThrow"]>>;

const toReceipt = (row: Row): CashReceipt => ({
  receiptNo: row.receipt_no,
  at: row.taken_at.toISOString(),
  branch: row.branch_name,
  teller: row.teller,
  // Each is of an account or of a loan, and the table's check allows exactly these products.
  accountNumber: row.account_number ?? row.loan_no ?? "",
  product: (row.product ?? "loan") as CashReceipt["product"],
  holder: wholeName(row),
  isWithdrawal: row.is_withdrawal,
  amount: row.amount_centavos,
  printed: row.printed,
});
