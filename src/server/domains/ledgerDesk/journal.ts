import { type Kysely, sql } from "kysely";
import type { ListPage } from "#contract/staff/list.ts";
import type { JournalRow } from "#contract/staff/ledger.ts";
import type { App } from "#server/platform/app.ts";
import type { Schema } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { anywhere } from "#server/platform/lists/anywhere.ts";
import type { CsvColumn } from "#server/platform/lists/exportList.ts";
import { type ListRequest, type ListOrder, readPage } from "#server/platform/lists/readPage.ts";

/** Filters of the journal, as the contract has checked them. */
export type JournalFilters = {
  book?: "ASSOC" | "CARD" | undefined;
  from?: string | undefined;
  to?: string | undefined;
  operation?: string | undefined;
  account?: string | undefined;
  code?: string | undefined;
  reference?: string | undefined;
  actor?: string | undefined;
  amountFrom?: bigint | undefined;
  amountTo?: bigint | undefined;
};

/** Entries by their ids, which is the order in which they were booked. */
export const journalOrder = {
  sorts: { id: { by: "e.id", type: "bigint" } },
  id: { by: "e.id", type: "bigint" },
  first: "-id",
} as const satisfies ListOrder;

/** What was debited in the book that moved most: in an entry over both books they move alike. */
const amount = sql<bigint>`(
  select max(sum) from (
    select sum(p.amount_centavos)::bigint from posting p
    join ledger_account a on a.id = p.ledger_account_id
    where p.journal_entry_id = e.id and p.side = 'D' group by a.book) as sums (sum))`;

/** The journal with these filters. Of a reference, an operation and an actor a part will do. */
export function journalQuery(db: Kysely<Schema>, filters: JournalFilters) {
  const { from, to, operation, reference, actor } = filters;
  let query = db
    .selectFrom("journal_entry as e")
    .leftJoin("journal_entry as r", "r.reversal_of", "e.id")
    .select([
      "e.id",
      "e.business_date",
      "e.booked_at",
      "e.operation",
      "e.step",
      "e.reference",
      "e.actor",
      "e.reversal_of",
      "r.id as reversed_by",
      amount.as("amount"),
    ]);
  if (from !== undefined) query = query.where("e.business_date", ">=", from);
  if (to !== undefined) query = query.where("e.business_date", "<=", to);
  if (operation !== undefined) query = query.where("e.operation", "ilike", anywhere(operation));
  if (reference !== undefined) query = query.where("e.reference", "ilike", anywhere(reference));
  if (actor !== undefined) query = query.where("e.actor", "ilike", anywhere(actor));
  const touched = postingFilters(filters);
  if (touched.length > 0) {
    query = query.where(
      sql<boolean>`exists (
        select from posting p join ledger_account a on a.id = p.ledger_account_id
        where p.journal_entry_id = e.id and ${sql.join(touched, sql` and `)})`,
    );
  }
  return query;
}

/** What one and the same posting of the entry must be. */
function postingFilters({ book, account, code, amountFrom, amountTo }: JournalFilters) {
  return [
    book === undefined ? [] : [sql`a.book = ${book}`],
    account === undefined ? [] : [sql`a.id = ${BigInt(account)}`],
    code === undefined ? [] : [sql`a.code = ${code}`],
    amountFrom === undefined ? [] : [sql`p.amount_centavos >= ${amountFrom}`],
    amountTo === undefined ? [] : [sql`p.amount_centavos <= ${amountTo}`],
  ].flat();
}

type Found = {
  id: bigint;
  business_date: string;
  booked_at: Date;
  operation: string;
  step: string;
  reference: string;
  actor: string;
  reversal_of: bigint | null;
  reversed_by: bigint | null;
  amount: bigint | null;
};

/** One page of the journal. */
export async function readJournal(
  app: App,
  { sort, after, before, limit, ...filters }: JournalFilters & ListRequest,
): Promise<ListPage<JournalRow>> {
  const request = { sort, after, before, limit };
  const page = await readPage(app.db, journalOrder, journalQuery(app.db, filters), request);
  return { ...page, rows: page.rows.map(asRow) };
}

/** An entry with its postings. Refuses with not_found. */
export async function readJournalEntry(app: App, entryId: string) {
  const id = BigInt(entryId);
  const entry = await journalQuery(app.db, {}).where("e.id", "=", id).executeTakeFirst();
  if (entry === undefined) throw new Refusal("not_found");
  const postings = await app.db
    .selectFrom("posting as p")
    .innerJoin("ledger_account as a", "a.id", "p.ledger_account_id")
    .innerJoin("chart_account as c", (join) =>
      join.onRef("c.book", "=", "a.book").onRef("c.code", "=", "a.code"),
    )
    .select(["a.id", "a.book", "a.code", "a.subledger", "c.name", "p.side", "p.amount_centavos"])
    .where("p.journal_entry_id", "=", id)
    .orderBy("p.id")
    .execute();
  const { through } = await app.db
    .selectFrom("ledger_close")
    .select(sql<string>`through::text`.as("through"))
    .executeTakeFirstOrThrow();
  return {
    ...asRow(entry),
    request: await readRequestOf(app, entry),
    isDayClosed: through !== "-infinity" && entry.business_date <= through,
    postings: postings.map((posting) => ({
      ledgerAccountId: String(posting.id),
      // The tables' own checks allow exactly these.
      book: posting.book as "ASSOC" | "CARD",
      code: posting.code,
      subledger: posting.subledger,
      name: posting.name,
      side: posting.side as "D" | "C",
      amount: posting.amount_centavos,
    })),
  };
}

/** The request that an entry by hand, or a mirror, was booked for. */
async function readRequestOf(app: App, { operation, reference, reversal_of }: Found) {
  const isMirror = reversal_of !== null;
  if (!isMirror && operation !== "MANUAL") return null;
  const found = await app.db
    .selectFrom("staff_request")
    .select(["id", "reason", sql<string | null>`payload ->> 'narrative'`.as("narrative")])
    .where("kind", "=", isMirror ? "journal_reversal" : "manual_journal")
    .where("subject", "=", `journal:${isMirror ? reversal_of : reference}`)
    .where("state", "=", "approved")
    .orderBy("decided_at", "desc")
    .executeTakeFirst();
  return found === undefined ? null : { ...found, narrative: found.narrative ?? "" };
}

/** The columns of the journal's file. */
export const journalColumns: CsvColumn<Found>[] = [
  { head: "Entry", cell: ({ id }) => id },
  { head: "Business date", cell: (row) => row.business_date },
  { head: "Booked at", cell: (row) => row.booked_at },
  { head: "Operation", cell: ({ operation }) => operation },
  { head: "Step", cell: ({ step }) => step },
  { head: "Reference", cell: ({ reference }) => reference },
  { head: "Actor", cell: ({ actor }) => actor },
  { head: "Amount", cell: (row) => ({ centavos: row.amount ?? 0n }) },
  { head: "Reversal of", cell: (row) => row.reversal_of },
  { head: "Reversed by", cell: (row) => row.reversed_by },
];

function asRow(row: Found): JournalRow {
  return {
    id: String(row.id),
    businessDate: row.business_date,
    bookedAt: row.booked_at.toISOString(),
    operation: row.operation,
    step: row.step,
    reference: row.reference,
    actor: row.actor,
    amount: row.amount ?? 0n,
    reversalOf: row.reversal_of === null ? null : String(row.reversal_of),
    reversedBy: row.reversed_by === null ? null : String(row.reversed_by),
  };
}
