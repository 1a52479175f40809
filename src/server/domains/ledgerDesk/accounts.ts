import type { Kysely } from "kysely";
import type { ListPage } from "#contract/staff/list.ts";
import type { LedgerAccountRow, StatementRow } from "#contract/staff/ledger.ts";
import type { App } from "#server/platform/app.ts";
import type { Schema } from "#server/db/db.ts";
import { readBalance } from "#server/ledger/balances.ts";
import { Refusal } from "#server/refusal.ts";
import type { CsvColumn } from "#server/platform/lists/exportList.ts";
import { anywhere } from "#server/platform/lists/anywhere.ts";
import { type ListRequest, type ListOrder, readPage } from "#server/platform/lists/readPage.ts";

type AccountFilters = {
  book?: "ASSOC" | "CARD" | undefined;
  code?: string | undefined;
  subledger?: string | undefined;
  kind?: "control" | "member" | undefined;
};

const accountOrder = {
  sorts: {
    code: { by: "a.code", type: "text" },
    balance: { by: "a.balance_centavos", type: "bigint" },
  },
  id: { by: "a.id", type: "bigint" },
  first: "code",
} as const satisfies ListOrder;

type FoundAccount = {
  id: bigint;
  book: string;
  code: string;
  name: string;
  subledger: string;
  kind: string;
  normal_side: string;
  balance_centavos: bigint;
  hold_centavos: bigint;
};

/** One page of the accounts. Of a subledger a part will do. */
export async function readLedgerAccounts(
  app: App,
  { sort, after, before, limit, ...filters }: AccountFilters & ListRequest,
): Promise<ListPage<LedgerAccountRow>> {
  let query = accounts(app.db);
  const { book, code, subledger, kind } = filters;
  if (book !== undefined) query = query.where("a.book", "=", book);
  if (code !== undefined) query = query.where("a.code", "=", code);
  if (subledger !== undefined) query = query.where("a.subledger", "ilike", anywhere(subledger));
  if (kind !== undefined) query = query.where("a.kind", "=", kind);
  const page = await readPage(app.db, accountOrder, query, { sort, after, before, limit });
  return { ...page, rows: page.rows.map(asAccount) };
}

const statementOrder = {
  sorts: { id: { by: "p.id", type: "bigint" } },
  id: { by: "p.id", type: "bigint" },
  first: "-id",
} as const satisfies ListOrder;
export { statementOrder };

type Span = { from?: string | undefined; to?: string | undefined };

/** What moved on an account in a span of business dates. */
export function statementQuery(db: Kysely<Schema>, ledgerAccountId: string, { from, to }: Span) {
  let query = db
    .selectFrom("posting as p")
    .innerJoin("journal_entry as e", "e.id", "p.journal_entry_id")
    .select([
      "p.id",
      "p.journal_entry_id",
      "p.side",
      "p.amount_centavos",
      "p.balance_after_centavos",
      "e.business_date",
      "e.booked_at",
      "e.operation",
      "e.step",
      "e.reference",
    ])
    .where("p.ledger_account_id", "=", BigInt(ledgerAccountId));
  if (from !== undefined) query = query.where("e.business_date", ">=", from);
  if (to !== undefined) query = query.where("e.business_date", "<=", to);
  return query;
}

/** One page of an account's statement, with the account as it stands. Refuses with not_found. */
export async function readStatement(
  app: App,
  ledgerAccountId: string,
  { sort, after, before, limit, ...span }: Span & ListRequest,
): Promise<ListPage<StatementRow> & { account: LedgerAccountRow }> {
  const account = await readLedgerAccount(app, ledgerAccountId);
  const request = { sort, after, before, limit };
  const query = statementQuery(app.db, ledgerAccountId, span);
  const page = await readPage(app.db, statementOrder, query, request);
  return {
    ...page,
    account,
    rows: page.rows.map((row) => ({
      id: String(row.id),
      entryId: String(row.journal_entry_id),
      businessDate: row.business_date,
      bookedAt: row.booked_at.toISOString(),
      operation: row.operation,
      step: row.step,
      reference: row.reference,
      // posting_balances refuses any other.
      side: row.side as "D" | "C",
      amount: row.amount_centavos,
      balanceAfter: row.balance_after_centavos,
    })),
  };
}

/** An account with its balance exact at this moment. Refuses with not_found. */
export async function readLedgerAccount(app: App, id: string): Promise<LedgerAccountRow> {
  const found = await accounts(app.db).where("a.id", "=", BigInt(id)).executeTakeFirst();
  const exact = found && (await readBalance(app.db, found.id));
  if (found === undefined || exact === undefined) throw new Refusal("not_found");
  return { ...asAccount(found), balance: exact.balance };
}

type FoundPosting = {
  id: bigint;
  journal_entry_id: bigint;
  business_date: string;
  booked_at: Date;
  operation: string;
  step: string;
  reference: string;
  side: string;
  amount_centavos: bigint;
  balance_after_centavos: bigint | null;
};

/** The columns of a statement's file. */
export const statementColumns: CsvColumn<FoundPosting>[] = [
  { head: "Posting", cell: ({ id }) => id },
  { head: "Entry", cell: (row) => row.journal_entry_id },
  { head: "Business date", cell: (row) => row.business_date },
  { head: "Booked at", cell: (row) => row.booked_at },
  { head: "Operation", cell: ({ operation }) => operation },
  { head: "Step", cell: ({ step }) => step },
  { head: "Reference", cell: ({ reference }) => reference },
  { head: "Debit", cell: (row) => amountOn("D", row) },
  { head: "Credit", cell: (row) => amountOn("C", row) },
  {
    head: "Balance",
    cell: (row) =>
      row.balance_after_centavos === null ? null : { centavos: row.balance_after_centavos },
  },
];

function amountOn(side: "D" | "C", row: FoundPosting) {
  return row.side === side ? { centavos: row.amount_centavos } : null;
}

function accounts(db: Kysely<Schema>) {
  return db
    .selectFrom("ledger_account as a")
    .innerJoin("chart_account as c", (join) =>
      join.onRef("c.book", "=", "a.book").onRef("c.code", "=", "a.code"),
    )
    .select([
      "a.id",
      "a.book",
      "a.code",
      "c.name",
      "a.subledger",
      "a.kind",
      "a.normal_side",
      "a.balance_centavos",
      "a.hold_centavos",
    ]);
}

function asAccount(row: FoundAccount): LedgerAccountRow {
  return {
    id: String(row.id),
    // The tables' own checks allow exactly these.
    book: row.book as "ASSOC" | "CARD",
    code: row.code,
    name: row.name,
    subledger: row.subledger,
    kind: row.kind as "control" | "member",
    normalSide: row.normal_side as "D" | "C",
    balance: row.balance_centavos,
    held: row.hold_centavos,
  };
}
