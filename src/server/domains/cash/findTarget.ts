import type { Db, Tx } from "#server/db/db.ts";
import { isOpenLoan } from "#server/domains/loans/state/isOpenLoan.ts";
import type { StaffCaller } from "#server/platform/app.ts";

type Person = {
  member_id: bigint;
  office_id: bigint | null;
  first_name: string;
  middle_name: string;
  last_name: string;
  qualifier: string;
};
export type CashAccount = Person & {
  id: bigint;
  number: string;
  product: "savings" | "storage" | "me";
  ledgerAccountId: bigint;
  /** Of the capital contribution, the part that stays. */
  fixedAccountId: bigint | null;
};
export type CashLoan = Person & { id: bigint; number: string; product: "loan" };

/** The account or the open loan of this number; undefined for one of another branch, and where there is none. */
export async function findTarget(
  db: Db | Tx,
  staff: StaffCaller,
  number: string,
): Promise<CashAccount | CashLoan | undefined> {
  const found = (await findAccount(db, number)) ?? (await findLoan(db, number));
  return found !== undefined && staff.may("cash.use", found.office_id) ? found : undefined;
}

const person = [
  "m.office_id",
  "m.first_name",
  "m.middle_name",
  "m.last_name",
  "m.qualifier",
] as const;

async function findAccount(db: Db | Tx, number: string): Promise<CashAccount | undefined> {
  const row = await db
    .selectFrom("member_account as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .select(["a.id", "a.member_id", "a.product", "a.account_number as number", ...person])
    .select(["a.ledger_account_id as ledgerAccountId"])
    .select(["a.fixed_ledger_account_id as fixedAccountId"])
    .where("a.account_number", "=", number)
    .executeTakeFirst();
  // The table's check allows exactly these.
  return row && { ...row, product: row.product as CashAccount["product"] };
}

async function findLoan(db: Db | Tx, number: string): Promise<CashLoan | undefined> {
  const row = await db
    .selectFrom("loan as l")
    .innerJoin("member as m", "m.id", "l.member_id")
    .select(["l.id", "l.member_id", "l.state", "l.loan_no as number", ...person])
    .where("l.loan_no", "=", number)
    .executeTakeFirst();
  return row !== undefined && isOpenLoan(row) ? { ...row, product: "loan" } : undefined;
}
