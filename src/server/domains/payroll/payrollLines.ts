import { type RawBuilder, sql } from "kysely";
import { manilaMonth } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import type { ListPage } from "#contract/staff/list.ts";
import type { PAYROLL_LINE_STATES, PayrollLine } from "#contract/staff/payroll.ts";
import { listNameOf } from "#server/domains/members/fullName.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { recordLooks } from "#server/platform/audit/recordView.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { isUnanswered, PAYROLL_LOCK } from "#server/domains/loans/accounts/askedOfPay.ts";
import { Refusal } from "#server/refusal.ts";
import { anywhere } from "#server/platform/lists/anywhere.ts";
import { type ListRequest, type ListOrder, readPage } from "#server/platform/lists/readPage.ts";
import { isUnansweredForAccount } from "./answeredByPay.ts";
import { readPaidMembers } from "./remittances.ts";
import { counts, lockRemittedMonth } from "./sendRemittance.ts";

const order = {
  sorts: { madeAt: { by: "x.made_at", type: "moment" } },
  id: { by: "x.id", type: "text" },
  first: "-madeAt",
} as const satisfies ListOrder;

type Found = {
  id: string;
  file_id: bigint;
  line: number;
  loan_id: bigint | null;
  account_id: bigint | null;
  reference: string;
  employer: string;
  month: string;
  made_at: Date;
  loan_no: string;
  account_no: string;
  name: string;
  due: bigint;
  state: string;
  said_by: string | null;
  said_at: Date | null;
  reason: string | null;
};

/** Nothing was heard of the line: no answer, nor a row of its loan or account that still waits to be one. */
const isOpen = sql<boolean>`${isUnanswered(sql<Date>`'infinity'::timestamptz`)}
  and ${isUnansweredForAccount}
  and not exists (${openRows("loan_id")})
  and not exists (${openRows("account_id")})`;

function openRows(of: "loan_id" | "account_id"): RawBuilder<unknown> {
  const column = sql.ref(of);
  return sql`
    select from remittance_line l
    join remittance r on r.id = l.remittance_id and r.employer = f.employer and r.month = f.month
    where l.${column} = d.${column} and l.state in ('waiting', 'posted', 'exception') and ${counts("r")}`;
}

const lines = sql<Found>`(
  select d.file_id || '-' || lpad(d.line::text, 7, '0') as id, d.file_id, d.line, d.loan_id, d.account_id, f.reference, f.employer, f.month,
    f.made_at, coalesce(n.loan_no, '') as loan_no, coalesce(a.account_number, '') as account_no, ${listNameOf("m")} as name, d.due_centavos as due,
    case when u.line is not null then 'undone' when ${isOpen} then 'open' else 'answered' end as state,
    u.said_by, u.said_at, u.reason
  from payroll_line d
  join payroll_file f on f.id = d.file_id
  left join loan n on n.id = d.loan_id
  left join member_account a on a.id = d.account_id
  join member m on m.id = coalesce(n.member_id, a.member_id)
  left join payroll_line_undone u on u.file_id = d.file_id and u.line = d.line
)`;

type LineQuery = ListRequest & {
  show?: string | undefined;
  employer?: string | undefined;
  month?: string | undefined;
  loanNo?: string | undefined;
  accountNo?: string | undefined;
  reference?: string | undefined;
};

/**
 * Lines of files of deductions; those that nothing was heard of, where nothing else is asked for. Who reads
 * them has looked at their members.
 */
export async function listLines(
  app: App,
  staff: StaffCaller,
  request: LineQuery,
): Promise<ListPage<PayrollLine>> {
  const { show = "open", employer, month, loanNo, accountNo, reference } = request;
  let query = app.db.selectFrom(lines.as("x")).selectAll();
  if (show !== "all") query = query.where("x.state", "=", show);
  if (employer !== undefined) query = query.where("x.employer", "ilike", anywhere(employer));
  if (month !== undefined) query = query.where("x.month", "=", `${month}-01`);
  if (loanNo !== undefined) query = query.where("x.loan_no", "ilike", anywhere(loanNo));
  if (accountNo !== undefined) query = query.where("x.account_no", "ilike", anywhere(accountNo));
  if (reference !== undefined) query = query.where("x.reference", "=", reference);
  const page = await readPage(app.db, order, query, request);
  const running = manilaMonth(app.now());
  await recordLooks(app, staff, await readPaidMembers(app, page.rows), "payroll_line");
  return {
    ...page,
    rows: page.rows.map((row) => ({
      lineId: row.id,
      fileId: String(row.file_id),
      reference: row.reference,
      employer: row.employer,
      month: row.month.slice(0, 7),
      line: row.line,
      loanNo: row.loan_no,
      accountNo: row.account_no,
      name: row.name,
      due: row.due,
      // Made by the query itself.
      state: row.state as (typeof PAYROLL_LINE_STATES)[number],
      canUndo: row.state === "open" && isOver(row.month, running),
      saidBy: row.said_by ?? "",
      saidAt: row.said_at?.toISOString() ?? null,
      reason: row.reason ?? "",
    })),
  };
}

/**
 * Writes down that the employer did not deduct a line, so that the next file asks for it again. One person
 * does it: no money moves. Refuses not_found, payroll_line_month before the month is over, and
 * payroll_line_answered once something else is known of it.
 */
export async function sayNotDeducted(
  app: App,
  staff: StaffCaller,
  { fileId, line, reason }: { fileId: bigint; line: bigint; reason: string },
): Promise<void> {
  const at = app.now();
  await transact(app.db, async (tx) => {
    // A file that is made at this moment asks for the line or does not, as a whole.
    await sql`select pg_advisory_xact_lock(hashtextextended(${PAYROLL_LOCK}, 0))`.execute(tx);
    await lockMonth(tx, fileId, manilaMonth(at));
    const found = await lockLine(tx, { fileId, line });
    await tx
      .insertInto("payroll_line_undone")
      .values({
        file_id: fileId,
        line: found.line,
        said_by: staff.username,
        said_at: at,
        reason,
      })
      .execute();
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: "payroll_line_undone",
      object: found.of,
      correlationId: staff.correlationId,
      detail: { file: found.reference, line: found.line, due: toDecimal(found.due), reason },
    });
  });
}

/** No remittance of the file's month comes in meanwhile. Refuses not_found, payroll_line_month. */
async function lockMonth(tx: Tx, fileId: bigint, running: string): Promise<void> {
  const file = await tx
    .selectFrom("payroll_file")
    .select("month")
    .where("id", "=", fileId)
    .executeTakeFirst();
  if (file === undefined) throw new Refusal("not_found");
  if (!isOver(file.month, running)) throw new Refusal("payroll_line_month");
  await lockRemittedMonth(tx, file.month.slice(0, 7));
}

/** Whether the month of a file, 'yyyy-MM-dd', is before the one that runs. */
function isOver(month: string, running: string): boolean {
  return month.slice(0, 7) < running;
}

/** The line, its loan or account locked so that no payment answers it meanwhile. */
async function lockLine(
  tx: Tx,
  { fileId, line }: { fileId: bigint; line: bigint },
): Promise<{ line: number; of: string; reference: string; due: bigint }> {
  const { rows } = await sql<{
    loan_id: bigint | null;
    account_id: bigint | null;
    line: number;
    reference: string;
    due: bigint;
  }>`
    select d.loan_id, d.account_id, d.line, f.reference, d.due_centavos as due
    from payroll_line d join payroll_file f on f.id = d.file_id
    where d.file_id = ${fileId}::bigint and d.line = ${line}::bigint`.execute(tx);
  const [found] = rows;
  if (found === undefined) throw new Refusal("not_found");
  const { rows: locked } =
    found.loan_id === null
      ? await sql<{
          of: string;
        }>`select 'member_account:' || account_number as of from member_account
          where id = ${found.account_id}::bigint for no key update`.execute(tx)
      : await sql<{ of: string }>`select 'loan:' || loan_no as of from loan
          where id = ${found.loan_id}::bigint for no key update`.execute(tx);
  const { rows: open } = await sql`
    select from payroll_line d join payroll_file f on f.id = d.file_id
    where d.file_id = ${fileId}::bigint and d.line = ${line}::bigint and ${isOpen}`.execute(tx);
  if (open.length === 0) throw new Refusal("payroll_line_answered");
  return { ...found, of: locked[0]?.of ?? "" };
}
