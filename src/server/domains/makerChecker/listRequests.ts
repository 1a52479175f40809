import { type ExpressionBuilder, sql } from "kysely";
import { LIST_COUNTED_ROWS, type ListPage } from "#contract/staff/list.ts";
import { REQUEST_KINDS } from "#contract/staff/requestPayloads.ts";
import type { RequestSummary } from "#contract/staff/requests.ts";
import type { FileAnswer } from "#contract/endpoint.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import type { Schema } from "#server/db/db.ts";
import type { CsvCell } from "#server/platform/lists/csv.ts";
import { exportList } from "#server/platform/lists/exportList.ts";
import { type ListRequest, type ListOrder, readPage } from "#server/platform/lists/readPage.ts";
import { anywhere } from "#server/platform/lists/anywhere.ts";
import { summarize, summaryQuery } from "./summary.ts";
import { foldedPerson } from "./samePerson.ts";

/** As the contract has checked them. */
type RequestFilters = {
  show?: "to_decide" | "mine" | "all" | undefined;
  kind?: string | undefined;
  state?: string | undefined;
  maker?: string | undefined;
  branch?: string | undefined;
  subject?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const order = {
  sorts: {
    madeAt: { by: "r.made_at", type: "moment" },
    expiresAt: { by: "r.expires_at", type: "moment" },
  },
  id: { by: "r.id", type: "uuid" },
  first: "-madeAt",
} as const satisfies ListOrder;

/** One page of the requests that the caller sees, each with what they may do about it. */
export async function listRequests(
  app: App,
  staff: StaffCaller,
  filters: RequestFilters & ListRequest,
): Promise<ListPage<RequestSummary>> {
  const at = app.now();
  const page = await readPage(app.db, order, requestsQuery(app, staff, filters), filters);
  return { ...page, rows: page.rows.map((row) => summarize(row, staff, at)) };
}

/** The requests that the filters leave, as a file. */
export async function exportRequests(
  app: App,
  staff: StaffCaller,
  filters: RequestFilters & { sort?: string | undefined },
): Promise<FileAnswer> {
  const at = app.now();
  const query = requestsQuery(app, staff, filters);
  return exportList(app, staff, query, {
    name: "requests",
    order,
    filters,
    columns: COLUMNS.map(([head, cell]) => ({
      head,
      cell: (row) => cell(summarize(row, staff, at)),
    })),
  });
}

const COLUMNS: readonly [string, (row: RequestSummary) => CsvCell][] = [
  ["id", ({ id }) => id],
  ["kind", ({ kind }) => kind],
  ["about", ({ subjectName }) => subjectName],
  ["branch", ({ branchName }) => branchName],
  ["state", ({ state }) => state],
  ["reason", ({ reason }) => reason],
  ["asked_by", ({ maker }) => maker],
  ["asked_at", ({ madeAt }) => madeAt],
  ["open_until", ({ expiresAt }) => expiresAt],
  ["decided_by", ({ checker }) => checker],
  ["decided_at", ({ decidedAt }) => decidedAt],
  ["second_approval", ({ secondApproval }) => secondApproval],
];

/** How many requests wait for this person's decision, as far as lists count. */
export async function countToDecide(app: App, staff: StaffCaller): Promise<number> {
  const waiting = requestsQuery(app, staff, { show: "to_decide" }).limit(LIST_COUNTED_ROWS + 1);
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from (${waiting}) as waiting`.execute(app.db);
  return Number(rows[0]?.count ?? 0n);
}

function requestsQuery(app: App, staff: StaffCaller, filters: RequestFilters) {
  const { show, kind, state, maker, branch, subject, from, to } = filters;
  const offices = staff.offices("request.view");
  let query = summaryQuery(app.db);
  if (offices !== "all") query = query.where((r) => isSeen(r, staff, offices));
  if (show === "to_decide") query = query.where((r) => isToDecide(r, app, staff));
  if (show === "mine")
    query = query.where(
      sql`staff_person_folded(r.maker_person_key)`,
      "=",
      foldedPerson(staff.personKey),
    );
  if (kind !== undefined) query = query.where("r.kind", "=", kind);
  if (state !== undefined) query = query.where("r.state", "=", state);
  if (maker !== undefined) query = query.where("r.maker_username", "ilike", anywhere(maker));
  if (branch !== undefined) query = query.where("o.branch_name", "ilike", anywhere(branch));
  if (subject !== undefined) query = query.where("r.subject", "=", subject);
  if (from !== undefined) query = query.where("r.made_at", ">=", startOf(from));
  if (to !== undefined) {
    query = query.where("r.made_at", "<", sql<Date>`${startOf(to)} + interval '1 day'`);
  }
  return query;
}

type Requests = ExpressionBuilder<Schema & { r: Schema["staff_request"] }, "r">;

/** Of the caller's branches; and of no branch, where the caller filters for it or may decide it. */
function isSeen(r: Requests, staff: StaffCaller, offices: bigint[]) {
  const kinds = REQUEST_KINDS.filter((kind) => staff.may(`decide.${kind}`, null));
  return r.or([
    // No branch has the number 0: who may see none sees none.
    r("r.office_id", "in", [0n, ...offices]),
    r.and([r("r.office_id", "is", null), r("r.maker_staff_id", "=", staff.staffId)]),
    ...(kinds.length === 0
      ? []
      : [r.and([r("r.office_id", "is", null), r("r.kind", "in", kinds)])]),
  ]);
}

/** Open, somebody else's, not about the caller, and of a kind that the caller decides in its branch. */
function isToDecide(r: Requests, app: App, staff: StaffCaller) {
  const kinds = REQUEST_KINDS.flatMap((kind) => {
    const offices = staff.offices(`decide.${kind}`);
    if (offices === "all") return [r("r.kind", "=", kind)];
    return offices.length === 0
      ? []
      : [r.and([r("r.kind", "=", kind), r("r.office_id", "in", offices)])];
  });
  return r.and([
    r("r.state", "=", "open"),
    r("r.expires_at", ">", app.now()),
    sql<boolean>`staff_person_folded(r.maker_person_key) <> ${foldedPerson(staff.personKey)}`,
    sql<boolean>`${foldedPerson(staff.personKey)} <> all(staff_request_about(r))`,
    r.or(kinds),
  ]);
}

/** Midnight in Manila. */
function startOf(day: string) {
  return sql<Date>`${`${day}T00:00:00+08:00`}::timestamptz`;
}
