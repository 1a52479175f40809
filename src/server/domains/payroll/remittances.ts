import { type RawBuilder, sql } from "kysely";
import { LIST_COUNTED_ROWS, type ListPage } from "#contract/staff/list.ts";
import type {
  REMITTANCE_ROW_STATES,
  REMITTANCE_STATES,
  RemittanceLine,
  RemittanceRow,
  RemittanceVerdict,
} from "#contract/staff/payroll.ts";
import type { App } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import { anywhere } from "#server/platform/lists/anywhere.ts";
import type { CsvColumn } from "#server/platform/lists/exportList.ts";
import { type ListRequest, type ListOrder, readPage } from "#server/platform/lists/readPage.ts";
import { counts } from "./sendRemittance.ts";

const order = {
  sorts: { sentAt: { by: "r.sent_at", type: "moment" } },
  id: { by: "r.id", type: "bigint" },
  first: "-sentAt",
} as const satisfies ListOrder;

type RemittanceQuery = ListRequest & {
  employer?: string | undefined;
  state?: string | undefined;
  month?: string | undefined;
};

/** Files of what employers deducted. */
export async function listRemitted(
  app: App,
  request: RemittanceQuery,
): Promise<ListPage<RemittanceRow>> {
  const { employer, state, month } = request;
  let query = files(app);
  if (employer !== undefined) query = query.where("r.employer", "ilike", anywhere(employer));
  if (state !== undefined) query = query.where("r.state", "=", state);
  if (month !== undefined) query = query.where("r.month", "=", `${month}-01`);
  const page = await readPage(app.db, order, query, request);
  return { ...page, rows: page.rows.map(toFileRow) };
}

/** One file. Refuses not_found. */
export async function readRemittance(app: App, id: bigint): Promise<RemittanceRow> {
  const row = await files(app).where("r.id", "=", id).executeTakeFirst();
  if (row === undefined) throw new Refusal("not_found");
  return toFileRow(row);
}

const openRequest = (subject: RawBuilder<unknown>) => sql<string | null>`(
  select q.id::text from staff_request q where q.subject = ${subject} and q.state = 'open')`;

/** What the rows of a file add up to, found in one reading of them. */
const sums = sql<{
  right_rows: bigint;
  right_total: bigint;
  exceptions: bigint;
  invalid: bigint;
  passed_over: bigint;
  posted: bigint;
  posted_total: bigint;
}>`lateral (
  select count(*) filter (where l.verdict = 'right') as right_rows,
    coalesce(sum(l.amount_centavos) filter (where l.verdict = 'right'), 0)::bigint as right_total,
    count(*) filter (where l.state = 'exception' and l.amount_centavos is not null) as exceptions,
    count(*) filter (where l.state = 'exception' and l.amount_centavos is null) as invalid,
    count(*) filter (where l.state = 'passed_over') as passed_over,
    count(*) filter (where l.state = 'posted') as posted,
    coalesce(sum(l.amount_centavos) filter (where l.state = 'posted'), 0)::bigint as posted_total
  from remittance_line l where l.remittance_id = r.id
)`;

function files(app: App) {
  return app.db
    .selectFrom("remittance as r")
    .innerJoin(sums.as("s"), (join) => join.onTrue())
    .selectAll("r")
    .select([
      "s.right_rows",
      "s.right_total",
      "s.exceptions",
      "s.invalid",
      "s.passed_over",
      "s.posted",
      "s.posted_total",
      openRequest(sql`'remittance:' || r.id`).as("request_id"),
    ]);
}

type FileRow = Awaited<ReturnType<ReturnType<typeof files>["executeTakeFirstOrThrow"]>>;

function toFileRow(row: FileRow): RemittanceRow {
  return {
    remittanceId: String(row.id),
    reference: row.reference,
    employer: row.employer,
    month: row.month.slice(0, 7),
    fileName: row.file_name,
    sha256: row.sha256,
    // The table's check allows exactly these.
    state: row.state as (typeof REMITTANCE_STATES)[number],
    rows: row.row_count,
    total: row.total_centavos,
    received: row.received_centavos,
    rightRows: Number(row.right_rows),
    rightTotal: row.right_total,
    exceptions: Number(row.exceptions),
    invalid: Number(row.invalid),
    passedOver: Number(row.passed_over),
    posted: Number(row.posted),
    postedTotal: row.posted_total,
    sentBy: row.sent_by,
    sentAt: row.sent_at.toISOString(),
    postedAt: row.posted_at?.toISOString() ?? null,
    approvedBy: row.approved_by ?? "",
    withdrawnBy: row.withdrawn_by ?? "",
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    openRequestId: row.request_id,
  };
}

export const lineOrder = {
  sorts: { line: { by: "l.id", type: "bigint" } },
  id: { by: "l.id", type: "bigint" },
  first: "line",
} as const satisfies ListOrder;

type LinesQuery = {
  show?: string | undefined;
  verdict?: string | undefined;
  employer?: string | undefined;
  loanNo?: string | undefined;
  accountNo?: string | undefined;
  reference?: string | undefined;
};

/** Rows of files; of posted ones those that wait for a person, where nothing else is asked for. */
export function linesQuery(app: App, request: LinesQuery) {
  const { show = "to_do", verdict, employer, loanNo, accountNo, reference } = request;
  let query = app.db
    .selectFrom("remittance_line as l")
    .innerJoin("remittance as r", "r.id", "l.remittance_id")
    .selectAll("l")
    .select(["r.reference", "r.employer", "r.month", "r.state as file_state"])
    .select(openRequest(sql`'remittance_line:' || l.id`).as("request_id"));
  if (show === "to_do") {
    query = query.where("l.state", "=", "exception").where("r.state", "=", "posted");
  } else if (show !== "all") query = query.where("l.state", "=", show);
  if (show === "waiting") query = query.where(counts("r"));
  if (verdict !== undefined) query = query.where("l.verdict", "=", verdict);
  if (employer !== undefined) query = query.where("r.employer", "ilike", anywhere(employer));
  if (loanNo !== undefined) query = query.where("l.loan_no", "ilike", anywhere(loanNo));
  if (accountNo !== undefined) query = query.where("l.account_no", "ilike", anywhere(accountNo));
  if (reference !== undefined) query = query.where("r.reference", "=", reference);
  return query;
}

type StoredLine = Awaited<ReturnType<ReturnType<typeof linesQuery>["executeTakeFirstOrThrow"]>>;

/** The members whose loans and accounts these rows are of, each once. */
export async function readPaidMembers(
  app: App,
  rows: readonly Pick<StoredLine, "loan_id" | "account_id">[],
): Promise<string[]> {
  const loans = rows.flatMap(({ loan_id: id }) => id ?? []);
  const accounts = rows.flatMap(({ account_id: id }) => id ?? []);
  if (loans.length === 0 && accounts.length === 0) return [];
  const { rows: found } = await sql<{ guid: string }>`
    select m.guid from loan n join member m on m.id = n.member_id where n.id = any(${loans}::bigint[])
    union
    select m.guid from member_account a join member m on m.id = a.member_id where a.id = any(${accounts}::bigint[])
    order by guid`.execute(app.db);
  return found.map(({ guid }) => guid);
}

/** A row as the console gets it. */
export function toLine(row: StoredLine): RemittanceLine {
  return {
    lineId: String(row.id),
    remittanceId: String(row.remittance_id),
    reference: row.reference,
    employer: row.employer,
    month: row.month.slice(0, 7),
    line: row.line,
    loanNo: row.loan_no,
    accountNo: row.account_no,
    name: row.name,
    amount: row.amount_centavos,
    expected: row.expected_centavos,
    // The table's checks allow exactly these.
    verdict: row.verdict as RemittanceVerdict,
    state: row.state as (typeof REMITTANCE_ROW_STATES)[number],
    fileState: row.file_state as (typeof REMITTANCE_STATES)[number],
    settledBy: row.settled_by ?? "",
    settledAt: row.settled_at?.toISOString() ?? null,
    settlement: row.settlement ?? "",
    openRequestId: row.request_id,
  };
}

export const lineColumns: readonly CsvColumn<StoredLine>[] = [
  { head: "File", cell: ({ reference }) => reference },
  { head: "Line", cell: ({ line }) => line },
  { head: "Employer", cell: ({ employer }) => employer },
  { head: "Month", cell: ({ month }) => month.slice(0, 7) },
  { head: "Loan", cell: (row) => row.loan_no },
  { head: "Account", cell: (row) => row.account_no },
  { head: "Membership no.", cell: (row) => row.membership_no },
  { head: "Name", cell: ({ name }) => name },
  { head: "Amount", cell: (row) => amountCell(row.amount_centavos) },
  { head: "Expected", cell: (row) => amountCell(row.expected_centavos) },
  { head: "Finding", cell: ({ verdict }) => verdict },
  { head: "State", cell: ({ state }) => state },
  { head: "File state", cell: (row) => row.file_state },
];

const amountCell = (centavos: bigint | null) => (centavos === null ? null : { centavos });

/** How many rows wait for a person, as far as lists count. */
export async function countExceptions(app: App): Promise<number> {
  const some = linesQuery(app, {}).limit(LIST_COUNTED_ROWS + 1);
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from (${some}) as waiting`.execute(app.db);
  return Number(rows[0]?.count ?? 0n);
}
