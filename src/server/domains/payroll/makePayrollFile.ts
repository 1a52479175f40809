import { sql } from "kysely";
import { addMonths, lastDayOf, manilaDate, manilaMonth } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import { listNameOf } from "#server/domains/members/fullName.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type Db, transact, type Tx } from "#server/db/db.ts";
import { PAYROLL_LOCK } from "#server/domains/loans/accounts/askedOfPay.ts";
import { deductionsDue } from "#server/domains/loans/accounts/deductionsDue.ts";
import { Refusal } from "#server/refusal.ts";
import { CSV_BEGINNING, csvLine } from "#server/platform/lists/csv.ts";

/**
 * Makes the file of what an employer deducts in a month: of every open loan repaid from pay or pension, all
 * that is due by the end of the month, is not paid, and is not what another file asked for that no remittance
 * has answered: nothing is deducted twice; and what members have deducted each month for their contribution and
 * savings, which is no debt: a month that was missed is not made up. Made once: whoever asks again, at the same moment too,
 * gets the first. Answers its id. Refuses payroll_nothing_due and, for a month that is over or far ahead,
 * payroll_month.
 */
export async function makePayrollFile(
  app: App,
  staff: StaffCaller,
  { employer, month }: { employer: string; month: string },
): Promise<bigint> {
  const made = await findFile(app.db, employer, month);
  if (made !== undefined) return made;
  requireNear(month, app.now());
  return transact(app.db, (tx) => make(tx, app, staff, { employer, month }));
}

/** Deductions are told for the month that runs and the next. */
function requireNear(month: string, at: Date): void {
  const running = manilaMonth(at);
  if (month !== running && month !== addMonths(running, 1)) throw new Refusal("payroll_month");
}

async function findFile(db: Db | Tx, employer: string, month: string): Promise<bigint | undefined> {
  const row = await db
    .selectFrom("payroll_file")
    .select("id")
    .where("employer", "=", employer)
    .where("month", "=", `${month}-01`)
    .executeTakeFirst();
  return row?.id;
}

type Line = {
  loan_id: bigint | null;
  loan_no: string;
  account_id: bigint | null;
  account_no: string;
  membership_no: string;
  name: string;
  due: bigint;
};

async function make(
  tx: Tx,
  app: App,
  staff: StaffCaller,
  { employer, month }: { employer: string; month: string },
): Promise<bigint> {
  const at = app.now();
  // Of files made at the same moment the later sees what the earlier asks for.
  await sql`select pg_advisory_xact_lock(hashtextextended(${PAYROLL_LOCK}, 0))`.execute(tx);
  const twin = await findFile(tx, employer, month);
  if (twin !== undefined) return twin;
  const lines = await readDue(tx, employer, month);
  if (lines.length === 0) throw new Refusal("payroll_nothing_due");
  const { rows } = await sql<{ number: bigint }>`
    select nextval('payroll_file_number') as number`.execute(tx);
  const reference = `PD${month.replace("-", "")}-${String(rows[0]?.number ?? 0n).padStart(6, "0")}`;
  const total = lines.reduce((sum, { due }) => sum + due, 0n);
  const { id, sha256 } = await tx
    .insertInto("payroll_file")
    .values({
      reference,
      employer,
      month: `${month}-01`,
      line_count: lines.length,
      total_centavos: total,
      made_by: staff.username,
      made_at: at,
      bytes: Buffer.from(fileOf({ reference, employer, month }, lines)),
    })
    .returning(["id", "sha256"])
    .executeTakeFirstOrThrow();
  await sql`
    insert into payroll_line (file_id, line, loan_id, account_id, due_centavos)
    select ${id}::bigint, d.line, d.loan_id, d.account_id, d.due
    from unnest(${lines.map((one) => one.loan_id)}::bigint[], ${lines.map((one) => one.account_id)}::bigint[],
      ${lines.map(({ due }) => due)}::bigint[]) with ordinality as d (loan_id, account_id, due, line)`.execute(
    tx,
  );
  await audit(tx, {
    at,
    actorKind: "staff",
    actor: staff.username,
    action: "payroll_file_made",
    object: `payroll_file:${reference}`,
    correlationId: staff.correlationId,
    detail: { employer, month, lines: lines.length, total: toDecimal(total), sha256: sha256 ?? "" },
  });
  return id;
}

/**
 * What is due by the end of a month, loan by loan (deductionsDue); and what runs for accounts in that month. A member's loans come first, then the contribution, then savings.
 */
async function readDue(tx: Tx, employer: string, month: string): Promise<Line[]> {
  const [first, until] = [`${month}-01`, lastDayOf(month)];
  const { rows } = await sql<Line>`
    select n.id as loan_id, n.loan_no, null::bigint as account_id, '' as account_no, m.membership_no,
      ${listNameOf("m")} as name, x.due, m.last_name, m.first_name, m.id as member_id, 0 as place
    from (${deductionsDue(sql`m.employer = ${employer}`, until)}) x
    join loan n on n.id = x.loan_id
    join member m on m.id = n.member_id
    union all
    select null, '', a.id, a.account_number, m.membership_no,
      ${listNameOf("m")}, s.monthly_centavos, m.last_name, m.first_name, m.id, case a.product when 'me' then 1 else 2 end
    from standing_deduction s
    join member_account a on a.id = s.account_id
    join member m on m.id = a.member_id
    where s.ended_at is null and s.first_month <= ${first}::date
      and (s.until_month is null or s.until_month >= ${first}::date) and m.employer = ${employer}
      and not exists (
        -- Of another employer, where the member worked when its file was made.
        select from payroll_line d join payroll_file f on f.id = d.file_id
        where d.account_id = a.id and f.month = ${first}::date
          and not exists (select from payroll_line_undone u where u.file_id = d.file_id and u.line = d.line)
      )
    order by last_name, first_name, member_id, place, loan_no`.execute(tx);
  return rows;
}

const HEAD = [
  "file",
  "line",
  "employer",
  "month",
  "loan_no",
  "account_no",
  "membership_no",
  "name",
  "amount",
];

function fileOf(
  of: { reference: string; employer: string; month: string },
  lines: readonly Line[],
): string {
  const body = lines.map((line, index) =>
    csvLine([
      of.reference,
      index + 1,
      of.employer,
      of.month,
      line.loan_no,
      line.account_no,
      line.membership_no,
      line.name,
      { centavos: line.due },
    ]),
  );
  return CSV_BEGINNING + csvLine(HEAD) + body.join("");
}

/** Today in Manila, or the last day of the month when that is over: the day a deduction counts for. */
export function deductedOn(month: string, at: Date): string {
  const today = manilaDate(at);
  const last = lastDayOf(month);
  return last < today ? last : today;
}
