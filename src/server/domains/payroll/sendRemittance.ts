import { type RawBuilder, sql } from "kysely";
import { manilaMonth } from "#common/manila.ts";
import { type Centavos, toDecimal } from "#common/money.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import {
  isPassedOver,
  readRemittedFile,
  type RemittedFile,
  type RemittedRow,
} from "./readRemittance.ts";

export type SentFile = {
  employer: string;
  month: string;
  fileName: string;
  received: Centavos;
  bytes: AsyncIterable<Uint8Array>;
};

/**
 * Keeps an employer's file with what a dry run finds of each row; no money moves. One with a row whose amount
 * cannot be read, or whose rows are not the money that came, is kept as refused and never posted; the same file can
 * then be sent anew. Answers its id. Refuses what readRemittedFile refuses, remittance_month for a month to
 * come, and remittance_doubled for the very same file of that employer and month.
 */
export async function sendRemittance(
  app: App,
  staff: StaffCaller,
  sent: SentFile,
): Promise<bigint> {
  const at = app.now();
  if (sent.month > manilaMonth(at)) throw new Refusal("remittance_month");
  const file = await readRemittedFile(sent.bytes);
  // Not transact(): what came over the network is in memory, but once is enough to be told no.
  return app.db.transaction().execute((tx) => keep(tx, app, staff, { ...sent, ...file }));
}

/** States of files of which nothing is ever posted: they stand in no other file's way. */
const DROPPED = ["refused", "withdrawn"] as const;

/** Whether something of a file, the alias of remittance, is or can still be posted. */
export const counts = (file: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(file)}.state not in (${sql.join(DROPPED)})`;

/** Held by whoever takes in a file of a month, takes one back, or says what no file of it will bring. */
export async function lockRemittedMonth(tx: Tx, month: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`remittance ${month}`}, 0))`.execute(
    tx,
  );
}

async function keep(
  tx: Tx,
  app: App,
  staff: StaffCaller,
  file: Omit<SentFile, "bytes"> & RemittedFile,
): Promise<bigint> {
  const at = app.now();
  // Of files of a month that come at the same moment the later sees what the earlier says was deducted.
  await lockRemittedMonth(tx, file.month);
  await refuseTwin(tx, file);
  const { rows: numbers } = await sql<{ number: bigint }>`
    select nextval('remittance_number') as number`.execute(tx);
  const reference = `RM${file.month.replace("-", "")}-${String(numbers[0]?.number ?? 0n).padStart(6, "0")}`;
  const deductions = file.rows.filter((row) => !isPassedOver(row));
  const total = deductions.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
  const isWhole = total === file.received && deductions.every(({ amount }) => amount !== null);
  const { id } = await tx
    .insertInto("remittance")
    .values({
      reference,
      employer: file.employer,
      month: `${file.month}-01`,
      file_name: file.fileName,
      sha256: file.sha256,
      state: isWhole ? "checked" : "refused",
      row_count: deductions.length,
      total_centavos: total,
      received_centavos: file.received,
      sent_by: staff.username,
      sent_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await keepRows(tx, id, file);
  await checkRows(tx, id);
  await audit(tx, {
    at,
    actorKind: "staff",
    actor: staff.username,
    action: "remittance_sent",
    object: `remittance:${reference}`,
    correlationId: staff.correlationId,
    detail: {
      sha256: file.sha256,
      rows: deductions.length,
      total: toDecimal(total),
      received: toDecimal(file.received),
      isPostable: isWhole,
    },
  });
  return id;
}

/** Refuses remittance_doubled for a file that was taken and not withdrawn. */
async function refuseTwin(
  tx: Tx,
  { sha256, employer, month }: Omit<SentFile, "bytes"> & RemittedFile,
): Promise<void> {
  const twin = await tx
    .selectFrom("remittance as r")
    .select("r.reference")
    .where("r.sha256", "=", sha256)
    .where("r.employer", "=", employer)
    .where("r.month", "=", `${month}-01`)
    .where(counts("r"))
    .executeTakeFirst();
  if (twin === undefined) return;
  throw new Refusal("remittance_doubled", { values: { reference: twin.reference } });
}

async function keepRows(
  tx: Tx,
  id: bigint,
  { rows, month }: RemittedFile & Pick<SentFile, "month">,
): Promise<void> {
  await sql`
    insert into remittance_line (remittance_id, line, loan_no, account_no, membership_no, name, amount_centavos, verdict, state)
    select ${id}::bigint, r.line, r.loan_no, r.account_no, r.membership_no, r.name, r.amount,
      coalesce(r.finding, case when r.amount is null then 'invalid' else 'unknown_loan' end),
      case when r.finding in ('totals_row', 'remark_row') then 'passed_over' else 'exception' end
    from unnest(
      ${rows.map(({ line }) => line)}::integer[],
      ${rows.map(({ loanNo }) => loanNo)}::text[],
      ${rows.map(({ accountNo }) => accountNo)}::text[],
      ${rows.map(({ membershipNo }) => membershipNo)}::text[],
      ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ amount }) => amount)}::bigint[],
      ${rows.map((row) => findingOf(row, month))}::text[]
    ) as r (line, loan_no, account_no, membership_no, name, amount, finding)`.execute(tx);
}

/** What is known of a row before its loan is looked up; null for nothing. */
function findingOf({ finding, amount, month }: RemittedRow, ofFile: string): string | null {
  if (finding !== undefined) return finding;
  return amount !== null && month !== undefined && month !== ofFile ? "other_month" : null;
}

/**
 * Finds out about all rows of a file at once: whose loan or account it is, whether it still takes money, whether it
 * was paid for that month already, whether its member works for that employer, and whether the amount is the one
 * that was to be deducted: none is of a line that was written down as not deducted. The first of these that is
 * wrong is the row's verdict. A row of 0 says that nothing was deducted, and makes no other row the second.
 */
async function checkRows(tx: Tx, id: bigint): Promise<void> {
  await sql`
    with found as (
      select l.id, n.id as loan_id, a.id as account_id, coalesce(dn.due_centavos, da.due_centavos) as expected,
        case
          when l.amount_centavos is null or l.verdict in ('shortened_number', 'totals_row', 'remark_row')
            then l.verdict
          when l.loan_no <> '' and l.account_no <> '' then 'two_targets'
          when m.id is null or (l.membership_no <> '' and l.membership_no <> m.membership_no)
            then case when l.account_no = '' then 'unknown_loan' else 'unknown_account' end
          when l.verdict = 'other_month' then l.verdict
          when l.amount_centavos = 0 then 'not_deducted'
          when count(*) filter (where l.amount_centavos > 0) over (partition by n.id, a.id order by l.line) > 1
            then 'twice_in_file'
          when n.state not in ('active', 'past_due') then 'loan_ended'
          when ${isPaidAlready} then 'paid_already'
          when m.employer <> r.employer then 'not_employed'
          when coalesce(dn.due_centavos, da.due_centavos) is distinct from l.amount_centavos then 'other_amount'
          else 'right'
        end as verdict
      from remittance_line l
      join remittance r on r.id = l.remittance_id
      left join loan n on n.loan_no = l.loan_no and l.account_no = ''
      left join member_account a on a.account_number = l.account_no and l.loan_no = '' and a.product in ('me', 'savings')
      left join member m on m.id = coalesce(n.member_id, a.member_id)
      left join payroll_file f on f.employer = r.employer and f.month = r.month
      left join payroll_line dn on dn.file_id = f.id and dn.loan_id = n.id and ${wasDeducted("dn")}
      left join payroll_line da on da.file_id = f.id and da.account_id = a.id and ${wasDeducted("da")}
      where l.remittance_id = ${id}
    )
    update remittance_line l set verdict = found.verdict, expected_centavos = found.expected,
      loan_id = case when found.verdict in (${NOBODYS}) then null else found.loan_id end,
      account_id = case when found.verdict in (${NOBODYS}) then null else found.account_id end,
      state = case when found.verdict = 'right' then 'waiting'
        when found.verdict in ('totals_row', 'remark_row') then 'passed_over' else 'exception' end
    from found where found.id = l.id`.execute(tx);
}

/** Verdicts of rows that name no loan or account, or more than one. */
const NOBODYS = sql.join([
  "invalid",
  "unknown_loan",
  "unknown_account",
  "two_targets",
  "totals_row",
  "remark_row",
]);

const wasDeducted = (line: string) => sql`not exists (
        select from payroll_line_undone u where u.file_id = ${sql.ref(line)}.file_id and u.line = ${sql.ref(line)}.line)`;

/** Another file of the month has a row for the loan (n) or account (a), or has paid it; whoever's row that was. */
const isPaidAlready = sql`(exists (
            select from remittance_line p join remittance o on o.id = p.remittance_id
            where p.loan_id = n.id and p.remittance_id <> l.remittance_id and o.month = r.month
              and ${counts("o")} and p.state = 'waiting'
          ) or exists (
            select from remittance_line p join remittance o on o.id = p.remittance_id
            where p.account_id = a.id and p.remittance_id <> l.remittance_id and o.month = r.month
              and ${counts("o")} and p.state = 'waiting'
          ) or exists (
            -- Also by a row of another loan that people posted on this one.
            select from loan_payment y join remittance o on starts_with(y.reference, o.reference || '-')
            where y.loan_id = n.id and y.source = 'payroll' and o.id <> r.id and o.month = r.month
          ) or exists (
            select from payroll_deposit y join remittance_line p on p.id = y.line_id
            join remittance o on o.id = p.remittance_id
            where y.account_id = a.id and o.id <> r.id and o.month = r.month
          ))`;
