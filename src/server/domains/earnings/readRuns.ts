import { sql } from "kysely";
import { percentOf } from "#common/percent.ts";
import type { AccruedDay, EarningLine, EarningRate, EarningRun } from "#contract/staff/earnings.ts";
import type { ListPage } from "#contract/staff/list.ts";
import type { App } from "#server/platform/app.ts";
import { anywhere } from "#server/platform/lists/anywhere.ts";
import type { CsvColumn } from "#server/platform/lists/exportList.ts";
import { type ListOrder, type ListRequest, readPage } from "#server/platform/lists/readPage.ts";
import { Refusal } from "#server/refusal.ts";
import { referenceOf } from "./runs.ts";

const runOrder = {
  sorts: { madeAt: { by: "r.made_at", type: "moment" } },
  id: { by: "r.id", type: "bigint" },
  first: "-madeAt",
} as const satisfies ListOrder;

export const lineOrder = {
  sorts: { gross: { by: "l.gross_centavos", type: "bigint" } },
  id: { by: "l.line", type: "bigint" },
  first: "-gross",
} as const satisfies ListOrder;

type RunsQuery = ListRequest & { kind?: string | undefined; state?: string | undefined };

/** Runs, the newest first. */
export async function listRuns(app: App, request: RunsQuery): Promise<ListPage<EarningRun>> {
  let query = runs(app);
  if (request.kind !== undefined) query = query.where("r.kind", "=", request.kind);
  if (request.state !== undefined) query = query.where("r.state", "=", request.state);
  const page = await readPage(app.db, runOrder, query, request);
  return { ...page, rows: page.rows.map(toRun) };
}

/** One run. Refuses not_found. */
export async function readRun(app: App, id: bigint): Promise<EarningRun> {
  const row = await runs(app).where("r.id", "=", id).executeTakeFirst();
  if (row === undefined) throw new Refusal("not_found");
  return toRun(row);
}

function runs(app: App) {
  return app.db
    .selectFrom("earning_run as r")
    .selectAll("r")
    .select(referenceOf)
    .select(
      sql<string | null>`(select q.id::text from staff_request q
        where q.subject = 'earning_run:' || r.id and q.state = 'open')`.as("request_id"),
    );
}

type RunRow = Awaited<ReturnType<ReturnType<typeof runs>["executeTakeFirstOrThrow"]>>;

function toRun(row: RunRow): EarningRun {
  return {
    runId: String(row.id),
    reference: row.reference,
    // The table's checks allow exactly these.
    kind: row.kind as EarningRun["kind"],
    product: row.product as EarningRun["product"],
    from: row.period_from,
    to: row.period_to,
    rate: percentOf(row.rate_thousandths),
    taxRate: percentOf(row.tax_thousandths),
    dayBasis: row.day_basis,
    minimum: row.minimum_centavos,
    state: row.state as EarningRun["state"],
    accounts: row.accounts,
    closing: row.closing_centavos,
    lines: row.lines,
    gross: row.gross_centavos,
    tax: row.tax_centavos,
    net: row.gross_centavos - row.tax_centavos,
    posted: row.posted_line,
    reversed: row.reversed_line,
    kept: row.kept_lines,
    keptTotal: row.kept_centavos,
    madeBy: row.made_by,
    madeAt: row.made_at.toISOString(),
    approvedBy: row.approved_by ?? "",
    postedAt: row.posted_at?.toISOString() ?? null,
    reversalBy: row.reversal_by ?? "",
    reversedAt: row.reversed_at?.toISOString() ?? null,
    openRequestId: row.request_id,
  };
}

type LinesQuery = {
  runId: bigint;
  accountNumber?: string | undefined;
  show?: string | undefined;
};

/** What each account earned in a run. */
export function linesQuery(app: App, { runId, accountNumber, show }: LinesQuery) {
  let query = app.db
    .selectFrom("earning_line as l")
    .innerJoin("earning_run as r", "r.id", "l.run_id")
    .innerJoin("member_account as a", "a.id", "l.account_id")
    .innerJoin("member as m", "m.id", "a.member_id")
    .selectAll("l")
    .select(["a.account_number", "m.membership_no", referenceOf])
    .select(
      sql<bigint>`div(l.day_centavos * 2 + (r.period_to - r.period_from + 1), (r.period_to - r.period_from + 1) * 2)::bigint`.as(
        "average",
      ),
    )
    .where("l.run_id", "=", runId);
  if (accountNumber !== undefined) {
    query = query.where("a.account_number", "ilike", anywhere(accountNumber));
  }
  if (show === "kept") query = query.where("l.is_kept", "=", true);
  return query;
}

type LineRow = Awaited<ReturnType<ReturnType<typeof linesQuery>["executeTakeFirstOrThrow"]>>;

export function toLine(row: LineRow): EarningLine {
  return {
    line: row.line,
    reference: `${row.reference}-${row.line}`,
    accountNumber: row.account_number,
    membershipNo: row.membership_no,
    days: row.days,
    average: row.average,
    gross: row.gross_centavos,
    tax: row.tax_centavos,
    net: row.gross_centavos - row.tax_centavos,
    isKept: row.is_kept,
  };
}

export const lineColumns: readonly CsvColumn<LineRow>[] = [
  { head: "Reference", cell: ({ reference, line }) => `${reference}-${line}` },
  { head: "Account", cell: (row) => row.account_number },
  { head: "Membership no.", cell: (row) => row.membership_no },
  { head: "Days", cell: ({ days }) => days },
  { head: "Average daily balance", cell: ({ average }) => ({ centavos: average }) },
  { head: "Gross", cell: (row) => ({ centavos: row.gross_centavos }) },
  { head: "Tax", cell: (row) => ({ centavos: row.tax_centavos }) },
  { head: "Net", cell: (row) => ({ centavos: row.gross_centavos - row.tax_centavos }) },
  { head: "Kept", cell: (row) => (row.is_kept ? "yes" : "") },
];

const NEWEST_DAYS = 62;

/** Rates with their sources, and what the newest days accrued. */
export async function readRates(app: App): Promise<{ rates: EarningRate[]; days: AccruedDay[] }> {
  const rates = await app.db
    .selectFrom("earning_rate")
    .selectAll()
    .orderBy("product")
    .orderBy("valid_from", "desc")
    .execute();
  const days = await app.db
    .selectFrom("interest_day")
    .select(["product", "day", "accounts", "counted_centavos", "accrued_centavos"])
    .select(
      sql<bigint>`(sum(accrued_centavos) over (
        partition by product, date_trunc('month', day) order by day))::bigint`.as("to_date"),
    )
    .orderBy("day", "desc")
    .orderBy("product")
    .limit(NEWEST_DAYS)
    .execute();
  return {
    rates: rates.map((row) => ({
      product: row.product as EarningRate["product"],
      validFrom: row.valid_from,
      rate: row.rate_thousandths === null ? null : percentOf(row.rate_thousandths),
      dayBasis: row.day_basis,
      minimum: row.minimum_centavos,
      taxRate: percentOf(row.tax_thousandths),
      source: row.source,
      mustConfirm: row.must_confirm,
    })),
    days: days.map((row) => ({
      product: row.product as AccruedDay["product"],
      day: row.day,
      accounts: row.accounts,
      counted: row.counted_centavos,
      accrued: row.accrued_centavos,
      toDate: row.to_date,
    })),
  };
}
