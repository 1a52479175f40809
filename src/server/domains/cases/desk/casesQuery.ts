import { addDays } from "#common/manila.ts";
import type { CASE_REASONS, CASE_STATES } from "#contract/transferCases.ts";
import type { CASE_DUES, CASE_OWNERS, CASE_SHOWN, CaseRow } from "#contract/staff/transferCases.ts";
import { listName } from "#server/domains/members/fullName.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { named } from "#server/domains/members/named.ts";
import { anywhere } from "#server/platform/lists/anywhere.ts";
import type { CsvColumn } from "#server/platform/lists/exportList.ts";
import type { ListOrder } from "#server/platform/lists/readPage.ts";

export type CaseFilters = {
  show?: (typeof CASE_SHOWN)[number] | undefined;
  reason?: string | undefined;
  due?: (typeof CASE_DUES)[number] | undefined;
  owner?: (typeof CASE_OWNERS)[number] | undefined;
  caseNo?: string | undefined;
  refNo?: string | undefined;
  member?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export const caseOrder = {
  sorts: {
    due: { by: "k.respond_by", type: "moment" },
    at: { by: "k.reported_at", type: "moment" },
    member: { by: "m.last_name", type: "text" },
  },
  id: { by: "k.id", type: "bigint" },
  first: "due",
} as const satisfies ListOrder;

/** So long before its time a case is due soon. */
const SOON_MS = 3 * 60 * 60 * 1000;

/** Cases of the members whose branch the caller may see; what is to do, where nothing else is asked for. */
export function casesQuery(app: App, staff: StaffCaller, asked: CaseFilters) {
  const { show = "to_do", reason, due, owner, caseNo, refNo, member, from, to } = asked;
  const offices = staff.offices("transfer_case.view");
  let query = cases(app);
  // No branch has the number 0: who may see none sees none.
  if (offices !== "all") query = query.where("m.office_id", "in", [0n, ...offices]);
  if (show === "to_do") query = query.where("k.state", "<>", "resolved");
  // New words of the member after an answer ask for another one.
  else if (show === "to_answer") query = query.where("k.answered_at", "is", null);
  else query = query.where("k.state", "=", show);
  if (reason !== undefined) query = query.where("k.reason", "=", reason);
  if (due !== undefined) {
    const until = new Date(app.now().getTime() + (due === "soon" ? SOON_MS : 0));
    query = query.where("k.respond_by", "<=", until).where("k.answered_at", "is", null);
  }
  if (owner === "mine") query = query.where("k.owner", "=", staff.username);
  if (owner === "none") query = query.where("k.owner", "is", null);
  if (owner === "others") query = query.where("k.owner", "<>", staff.username);
  if (caseNo !== undefined) query = query.where("k.case_no", "ilike", anywhere(caseNo));
  if (refNo !== undefined) query = query.where("k.ref_no", "ilike", anywhere(refNo));
  if (from !== undefined) query = query.where("k.reported_at", ">=", midnight(from));
  if (to !== undefined) query = query.where("k.reported_at", "<", midnight(addDays(to, 1)));
  if (member !== undefined) query = query.where(named("m", member));
  return query;
}

/** Cases with their members and transfers. */
export function cases(app: App) {
  return app.db
    .selectFrom("transfer_case as k")
    .innerJoin("member as m", "m.id", "k.member_id")
    .innerJoin("transfer as t", "t.ref_no", "k.ref_no")
    .selectAll("k")
    .select(["m.guid", "m.membership_no", "m.last_name", "m.first_name", "m.office_id"])
    .select("t.amount_centavos");
}

export type StoredCase = Awaited<ReturnType<ReturnType<typeof cases>["executeTakeFirstOrThrow"]>>;

/** A row as the console gets it. */
export function toCaseRow(row: StoredCase): CaseRow {
  return {
    caseNo: row.case_no,
    refNo: row.ref_no,
    memberGuid: row.guid,
    member: listName(row),
    membershipNo: row.membership_no,
    amount: row.amount_centavos,
    // The table's checks allow exactly these.
    reason: row.reason as (typeof CASE_REASONS)[number],
    state: row.state as (typeof CASE_STATES)[number],
    isLate: row.is_late,
    reportedAt: row.reported_at.toISOString(),
    respondBy: row.respond_by.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
    owner: row.owner,
  };
}

export const caseColumns: readonly CsvColumn<StoredCase>[] = [
  { head: "Case", cell: (row) => row.case_no },
  { head: "Reference", cell: (row) => row.ref_no },
  { head: "Membership no.", cell: (row) => row.membership_no },
  { head: "Last name", cell: (row) => row.last_name },
  { head: "First name", cell: (row) => row.first_name },
  { head: "Amount", cell: (row) => ({ centavos: row.amount_centavos }) },
  { head: "Reason", cell: (row) => row.reason },
  { head: "State", cell: (row) => row.state },
  { head: "Reported", cell: (row) => row.reported_at },
  { head: "Answer by", cell: (row) => row.respond_by },
  { head: "Owner", cell: (row) => row.owner ?? "" },
];

const midnight = (day: string) => new Date(`${day}T00:00:00+08:00`);
