import { foldedPerson } from "#server/domains/makerChecker/samePerson.ts";
import { type RawBuilder, sql } from "kysely";
import { addDays } from "#common/manila.ts";
import { LIST_COUNTED_ROWS } from "#contract/staff/list.ts";
import type { LoanApplicationRow, LoanQueue, LoanStage } from "#contract/staff/loans.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { anywhere } from "#server/platform/lists/anywhere.ts";
import type { CsvColumn } from "#server/platform/lists/exportList.ts";
import type { ListOrder } from "#server/platform/lists/readPage.ts";
import { named } from "#server/domains/members/named.ts";
import { fullName } from "#server/domains/members/fullName.ts";

/** As the contract has checked them. */
export type LoanFilters = {
  show?: LoanQueue | undefined;
  stage?: string | undefined;
  product?: string | undefined;
  branch?: string | undefined;
  member?: string | undefined;
  owner?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  minDays?: string | undefined;
  maxDays?: string | undefined;
};

export const loanOrder = {
  sorts: {
    filedAt: { by: "a.filed_at", type: "moment" },
    member: { by: sql`name_key(m.last_name) || ' ' || name_key(m.first_name)`, type: "text" },
    amount: { by: "a.amount_centavos", type: "bigint" },
  },
  id: { by: "a.id", type: "bigint" },
  first: "filedAt",
} as const satisfies ListOrder;

const DAY_MS = 24 * 60 * 60 * 1000;
/** After so long an application that waits for the desk is late. */
const LATE_MS = 2 * DAY_MS;

const isOpen = sql<boolean>`a.state not in ('released', 'rejected', 'cancelled')`;
/** The member accepted the newest offer: an older one counts no more. */
const isAccepted = sql<boolean>`coalesce((
  select f.accepted_at is not null from loan_offer f
  where f.application_id = a.id order by f.version desc limit 1), false)`;
/** It is the desk's turn, not the member's. */
const waitsForDesk = sql<boolean>`(a.state in ('submitted', 'for_verification', 'for_approval')
  or (a.state = 'for_signing' and ${isAccepted}))`;

/** Since when it is the desk's turn: a stage of the desk's own begins no new wait, papers that came from the member do. */
const deskSince = sql<Date>`(case when a.state = 'for_signing' then (
    select f.accepted_at from loan_offer f where f.application_id = a.id order by f.version desc limit 1)
  else coalesce((
    select max(e.at) from loan_application_event e
    where e.application_id = a.id and e.from_state = 'for_documents'), a.filed_at) end)`;

function inQueue(show: LoanQueue, staff: StaffCaller, at: Date): RawBuilder<boolean> {
  switch (show) {
    case "open":
      return isOpen;
    case "for_desk":
      return waitsForDesk;
    case "unassigned":
      return sql`(${isOpen} and a.assigned_staff_id is null)`;
    case "mine":
      return sql`(${isOpen} and a.assigned_staff_id = ${staff.staffId})`;
    case "for_approval":
      // What one processed, somebody else approves.
      return sql`(a.state = 'for_approval' and not exists (
        select from loan_work w where w.application_id = a.id and staff_person_folded(w.person_key) = ${foldedPerson(staff.personKey)}))`;
    case "to_release":
      return sql`(a.state = 'for_signing' and ${isAccepted})`;
    case "late":
      return sql`(${waitsForDesk} and ${deskSince} <= ${new Date(at.getTime() - LATE_MS)}::timestamptz)`;
    case "all":
      return sql`true`;
  }
}

/** Applications of the branches the caller may see; the open ones, where nothing else is asked for. */
export function loanApplicationsQuery(app: App, staff: StaffCaller, asked: LoanFilters) {
  const {
    show = "open",
    stage,
    product,
    branch,
    member,
    owner,
    from,
    to,
    minDays,
    maxDays,
  } = asked;
  const offices = staff.offices("loan_application.view");
  const ago = (days: string) => new Date(app.now().getTime() - Number(days) * DAY_MS);
  let query = applicationRows(app).where(inQueue(show, staff, app.now()));
  // No branch has the number 0: who may see none sees none.
  if (offices !== "all") query = query.where("m.office_id", "in", [0n, ...offices]);
  if (stage !== undefined) query = query.where("a.state", "=", stage);
  if (product !== undefined) query = query.where("a.product", "=", product);
  if (branch !== undefined) query = query.where("o.branch_name", "ilike", anywhere(branch));
  if (owner !== undefined) query = query.where("s.username", "=", owner);
  if (member !== undefined) query = query.where(isAbout(member));
  if (from !== undefined) query = query.where("a.filed_at", ">=", midnight(from));
  if (to !== undefined) query = query.where("a.filed_at", "<", midnight(addDays(to, 1)));
  if (minDays !== undefined) query = query.where("a.filed_at", "<=", ago(minDays));
  if (maxDays !== undefined) query = query.where("a.filed_at", ">=", ago(maxDays));
  return query;
}

/** How many applications wait for the desk, as far as lists count. */
export async function countForLoanDesk(app: App, staff: StaffCaller): Promise<number> {
  const waiting = loanApplicationsQuery(app, staff, { show: "for_desk" }).limit(
    LIST_COUNTED_ROWS + 1,
  );
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from (${waiting}) as waiting`.execute(app.db);
  return Number(rows[0]?.count ?? 0n);
}

/** Applications with member, branch and who works on them. */
export function applicationRows({ db }: Pick<App, "db">) {
  return db
    .selectFrom("loan_application as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .leftJoin("office as o", "o.id", "m.office_id")
    .leftJoin("staff as s", "s.id", "a.assigned_staff_id")
    .select([
      "a.id",
      "a.application_no",
      "a.product",
      "a.amount_centavos",
      "a.state",
      "a.filed_at",
      "a.changed_at",
      "m.guid",
      "m.membership_no",
      "m.first_name",
      "m.middle_name",
      "m.last_name",
      "m.qualifier",
      "o.branch_name",
      "s.username as owner",
      sql<Date | null>`(case when ${waitsForDesk} then ${deskSince} end)`.as("desk_since"),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof applicationRows>["executeTakeFirstOrThrow"]>>;

/** A row as the console gets it. */
export function toLoanRow(row: Row): LoanApplicationRow {
  return {
    applicationNo: row.application_no,
    memberGuid: row.guid,
    member: fullName(row),
    membershipNo: row.membership_no,
    product: row.product,
    amount: row.amount_centavos,
    // The table's check allows exactly these.
    stage: row.state as LoanStage,
    branchName: row.branch_name ?? "",
    owner: row.owner,
    filedAt: row.filed_at.toISOString(),
    waitsSince: row.desk_since?.toISOString() ?? null,
  };
}

export const loanColumns: readonly CsvColumn<Row>[] = [
  { head: "Application", cell: (row) => row.application_no },
  { head: "Membership no.", cell: (row) => row.membership_no },
  { head: "Member", cell: (row) => fullName(row) },
  { head: "Product", cell: ({ product }) => product },
  { head: "Amount", cell: (row) => ({ centavos: row.amount_centavos }) },
  { head: "Stage", cell: ({ state }) => state },
  { head: "Branch", cell: (row) => row.branch_name },
  { head: "Owner", cell: ({ owner }) => owner },
  { head: "Filed", cell: (row) => row.filed_at },
  { head: "Last change", cell: (row) => row.changed_at },
];

/** By name, membership number or number of the application. */
function isAbout(text: string): RawBuilder<boolean> {
  const part = anywhere(text);
  return sql`(${named("m", text)}
    or m.membership_no = ${text} or a.application_no ilike ${part})`;
}

const midnight = (day: string) => new Date(`${day}T00:00:00+08:00`);
