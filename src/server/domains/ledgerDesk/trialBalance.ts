import { sql } from "kysely";
import type { FileAnswer } from "#contract/endpoint.ts";
import type { TrialBalanceLine } from "#contract/staff/ledger.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type Db, transact } from "#server/db/db.ts";
import type { Book } from "#server/ledger/postJournalEntry.ts";
import { CSV_BEGINNING, csvLine } from "#server/platform/lists/csv.ts";

type TrialLine = {
  book: Book;
  code: string;
  name: string;
  type: string;
  dayDebit: bigint;
  dayCredit: bigint;
  /** Debits less credits of all days up to it. */
  net: bigint;
};

export type TrialBalance = {
  day: string;
  isClosed: boolean;
  lines: TrialBalanceLine[];
  sums: { book: Book; debit: bigint; credit: bigint }[];
};

/**
 * Every account of the chart as of the end of a business date, exact at this moment, from the totals of
 * days that are kept (docs/ledger.md). In each book both columns add up to the same.
 */
export async function readTrialBalance(app: App, day: string): Promise<TrialBalance> {
  const found = await trialLines(app.db, day);
  const closed = await app.db
    .selectFrom("business_day")
    .select("day")
    .where("day", ">=", day)
    .where("state", "=", "closed")
    .limit(1)
    .executeTakeFirst();
  const lines = found.map(({ net, ...line }) => ({
    ...line,
    debit: net > 0n ? net : 0n,
    credit: net < 0n ? -net : 0n,
  }));
  const books: Book[] = ["ASSOC", "CARD"];
  return {
    day,
    isClosed: closed !== undefined,
    lines,
    sums: books.map((book) => ({
      book,
      debit: sumOf(lines, book, ({ debit }) => debit),
      credit: sumOf(lines, book, ({ credit }) => credit),
    })),
  };
}

/** The trial balance as a file; who took it is recorded. */
export async function exportTrial(
  app: App,
  staff: { username: string; correlationId: string },
  day: string,
): Promise<FileAnswer> {
  const { lines, sums } = await readTrialBalance(app, day);
  await transact(app.db, (tx) =>
    audit(tx, {
      at: app.now(),
      actorKind: "staff",
      actor: staff.username,
      action: "list_exported",
      object: "list:trial-balance",
      correlationId: staff.correlationId,
      detail: { day },
    }),
  );
  // What is at hand is sent in one piece.
  // oxlint-disable-next-line require-await -- a file's parts are asked for one after the other
  async function* parts(): AsyncGenerator<string> {
    const head = ["Book", "Code", "Account", "Type", "Day debit", "Day credit", "Debit", "Credit"];
    yield CSV_BEGINNING + csvLine(head);
    for (const { book, code, name, type, ...of } of lines) {
      const amounts = [of.dayDebit, of.dayCredit, of.debit, of.credit];
      yield csvLine([book, code, name, type, ...amounts.map((centavos) => ({ centavos }))]);
    }
    for (const { book, debit, credit } of sums) {
      yield csvLine([book, "", "Total", "", "", "", { centavos: debit }, { centavos: credit }]);
    }
  }
  return { name: `trial-balance-${day}.csv`, parts: parts() };
}

async function trialLines(db: Db, day: string): Promise<TrialLine[]> {
  const { rows } = await sql<TrialLine>`
    select c.book, c.code, c.name, c.type,
      coalesce(sum(t.debit) filter (where t.day = ${day}::date), 0)::bigint as "dayDebit",
      coalesce(sum(t.credit) filter (where t.day = ${day}::date), 0)::bigint as "dayCredit",
      coalesce(sum(t.debit - t.credit), 0)::bigint as net
    from chart_account c
    left join ledger_totals() t on t.book = c.book and t.code = c.code and t.day <= ${day}::date
    group by c.book, c.code, c.name, c.type
    order by c.book, c.code`.execute(db);
  return rows;
}

function sumOf(
  lines: TrialBalanceLine[],
  book: Book,
  of: (line: TrialBalanceLine) => bigint,
): bigint {
  return lines.reduce((sum, line) => (line.book === book ? sum + of(line) : sum), 0n);
}
