import { type RawBuilder, sql } from "kysely";
import { addDays } from "#common/manila.ts";
import type {
  ApplicationQueue,
  ApplicationRow,
  ApplicationStage,
  CardKind,
} from "#contract/staff/cards.ts";
import { LIST_COUNTED_ROWS } from "#contract/staff/list.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import type { CsvColumn } from "#server/platform/lists/exportList.ts";
import type { ListOrder } from "#server/platform/lists/readPage.ts";
import { named } from "#server/domains/members/named.ts";
import { fullName } from "#server/domains/members/fullName.ts";
import { anywhere } from "#server/platform/lists/anywhere.ts";

/** As the contract has checked them. */
export type ApplicationFilters = {
  show?: ApplicationQueue | undefined;
  kind?: string | undefined;
  stage?: string | undefined;
  branch?: string | undefined;
  member?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  minDays?: string | undefined;
  maxDays?: string | undefined;
};

export const applicationOrder = {
  sorts: {
    requestedAt: { by: "a.requested_at", type: "moment" },
    member: { by: sql`name_key(m.last_name) || ' ' || name_key(m.first_name)`, type: "text" },
  },
  id: { by: "a.id", type: "bigint" },
  first: "requestedAt",
} as const satisfies ListOrder;

/** After this many refused retries the desk helps (docs/requirements/decisions.md, 5). */
const RETRIES_OF_MEMBER = 3;

/** The office that hands the card over, else the member's: whose application it is. */
export const applicationOffice = sql<bigint | null>`coalesce(a.office_id, m.office_id)`;

const cardStatus = sql<string>`case a.kind when 'generic' then c.status else c.perso_status end`;

/** How far it has come for who handles the plastic. */
const deskStage = sql<string>`case
  when a.stage not in ('approved', 'produced') then a.stage
  when k.state = 'released' then 'handed_over'
  when a.ready_at is not null or ${cardStatus} = 'for_pickup' then 'for_pickup'
  else a.stage end`;

/** What the desk does something about, each kind a tab of its own. */
const DESK_QUEUES = {
  // Approved by the issuer, and no kit of the office is free.
  waiting_kit: sql<boolean>`a.kind = 'generic' and a.stage = 'approved' and c.status = 'processing'`,
  to_release: sql<boolean>`a.stage in ('approved', 'produced') and k.state = 'reserved' and ${cardStatus} = 'for_pickup'`,
  activation_failed: sql<boolean>`a.kind = 'personalized' and a.stage in ('approved', 'produced')
    and c.perso_status = 'failed' and a.retries >= ${RETRIES_OF_MEMBER}`,
  // The plastic still lies at the office.
  unclaimed: sql<boolean>`a.stage = 'unclaimed' and k.state in ('announced', 'in_stock', 'reserved')`,
};

const QUEUES: Record<ApplicationQueue, RawBuilder<boolean>> = {
  open: sql`a.stage in ('sent', 'review', 'approved', 'produced')`,
  for_desk: sql`((${DESK_QUEUES.waiting_kit}) or (${DESK_QUEUES.to_release})
    or (${DESK_QUEUES.activation_failed}) or (${DESK_QUEUES.unclaimed}))`,
  ...DESK_QUEUES,
  all: sql`true`,
};

/** Applications with their members, in the branches that the caller sees. */
export function applicationsQuery(app: App, staff: StaffCaller, filters: ApplicationFilters) {
  const { show = "open", kind, stage, branch, member, from, to, minDays, maxDays } = filters;
  const offices = staff.offices("card_application.view");
  const ago = (days: string) => new Date(app.now().getTime() - Number(days) * 86_400_000);
  let query = applicationRows(app).where(QUEUES[show]);
  // No branch has the number 0: who may see none sees none.
  if (offices !== "all") query = query.where(applicationOffice, "in", [0n, ...offices]);
  if (kind !== undefined) query = query.where("a.kind", "=", kind);
  if (stage !== undefined) query = query.where(deskStage, "=", stage);
  if (branch !== undefined) query = query.where("o.branch_name", "ilike", anywhere(branch));
  if (member !== undefined) query = query.where(isAbout(member));
  if (from !== undefined) query = query.where("a.requested_at", ">=", midnight(from));
  if (to !== undefined) query = query.where("a.requested_at", "<", midnight(addDays(to, 1)));
  if (minDays !== undefined) query = query.where("a.requested_at", "<=", ago(minDays));
  if (maxDays !== undefined) query = query.where("a.requested_at", ">=", ago(maxDays));
  return query;
}

/** How many applications wait for somebody at the desk, as far as lists count. */
export async function countForDesk(app: App, staff: StaffCaller): Promise<number> {
  const waiting = applicationsQuery(app, staff, { show: "for_desk" }).limit(LIST_COUNTED_ROWS + 1);
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from (${waiting}) as waiting`.execute(app.db);
  return Number(rows[0]?.count ?? 0n);
}

/** Applications with card, member, branch and plastic. */
export function applicationRows({ db }: Pick<App, "db">) {
  return db
    .selectFrom("card_application as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .innerJoin("card as c", "c.id", "a.card_id")
    .leftJoin("office as o", (join) => join.on("o.id", "=", applicationOffice))
    .leftJoin("card_kit as k", (join) =>
      join
        .onRef("k.application_id", "=", "a.id")
        .on("k.state", "not in", ["returned", "destroyed", "missing"]),
    )
    .select([
      "a.id",
      "a.reference",
      "a.kind",
      "a.stage",
      "a.requested_at",
      "a.estimated_release_on",
      "m.guid",
      "m.membership_no",
      "m.first_name",
      "m.middle_name",
      "m.last_name",
      "m.qualifier",
      "o.branch_name",
      "k.serial",
      cardStatus.as("card_status"),
      deskStage.as("desk_stage"),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof applicationRows>["executeTakeFirstOrThrow"]>>;

/** A row as the console gets it. */
export function toApplicationRow(row: Row): ApplicationRow {
  return {
    id: String(row.id),
    reference: row.reference,
    memberGuid: row.guid,
    member: fullName(row),
    membershipNo: row.membership_no,
    // The table's checks allow exactly these.
    kind: row.kind as CardKind,
    stage: row.desk_stage as ApplicationStage,
    branchName: row.branch_name ?? "",
    requestedAt: row.requested_at.toISOString(),
    estimatedReleaseOn: row.estimated_release_on,
    cardStatus: row.card_status,
    serial: row.serial ?? "",
  };
}

export const applicationColumns: readonly CsvColumn<Row>[] = [
  { head: "Reference", cell: ({ reference }) => reference },
  { head: "Membership no.", cell: (row) => row.membership_no },
  { head: "Member", cell: (row) => fullName(row) },
  { head: "Kind", cell: ({ kind }) => kind },
  { head: "Stage", cell: (row) => row.desk_stage },
  { head: "Card", cell: (row) => row.card_status },
  { head: "Branch", cell: (row) => row.branch_name },
  { head: "Requested", cell: (row) => row.requested_at },
  { head: "Estimated release", cell: (row) => row.estimated_release_on },
  { head: "Serial", cell: ({ serial }) => serial },
];

/** By name, membership number or reference. */
function isAbout(text: string): RawBuilder<boolean> {
  const part = anywhere(text);
  return sql`(${named("m", text)}
    or m.membership_no = ${text} or a.reference ilike ${part})`;
}

const midnight = (day: string) => new Date(`${day}T00:00:00+08:00`);
