import { sql } from "kysely";
import type { StaffAction } from "#contract/staff/actions.ts";
import type { StaffQueue } from "#contract/staff/home.ts";
import { LIST_COUNTED_ROWS, type ListTotal } from "#contract/staff/list.ts";
import type { App, StaffCaller } from "#server/app.ts";
import { countForDesk } from "#server/staff/cards/applicationsQuery.ts";
import { countToDecide } from "#server/staff/requests/listRequests.ts";

/** What waits, for whom, and how it is counted. */
type Queue = {
  /** Shown to whom this is allowed in any branch. */
  action: StaffAction;
  /** Counts in the branches in which `action` is allowed, up to `LIST_COUNTED_ROWS` + 1. */
  count: (app: App, staff: StaffCaller) => Promise<number>;
};

/** A transfer that the issuer has not answered for this long is one somebody should look at. */
const LATE_MINUTES = 15;

const QUEUES: Record<StaffQueue, Queue> = {
  requests_to_decide: { action: "request.view", count: countToDecide },
  card_applications: { action: "card_application.view", count: countForDesk },
  late_transfers: { action: "transfer.view", count: countLateTransfers },
};

/** The queues that the caller may see, each with what waits in it now. */
export async function readQueues(
  app: App,
  staff: StaffCaller,
): Promise<(ListTotal & { queue: StaffQueue })[]> {
  // The keys of a record of queues.
  const names = Object.keys(QUEUES) as StaffQueue[];
  const seen = names.filter((name) => staff.may(QUEUES[name].action));
  return Promise.all(
    seen.map(async (queue) => {
      const count = await QUEUES[queue].count(app, staff);
      const isMore = count > LIST_COUNTED_ROWS;
      return { queue, count: isMore ? LIST_COUNTED_ROWS : count, isMore };
    }),
  );
}

async function countLateTransfers(app: App, staff: StaffCaller): Promise<number> {
  const offices = staff.offices("transfer.view");
  const late = new Date(app.now().getTime() - LATE_MINUTES * 60_000);
  const everywhere = app.db
    .selectFrom("transfer")
    .innerJoin("member", "member.id", "transfer.member_id")
    .select("transfer.ref_no")
    .where("transfer.next_inquiry_at", "is not", null)
    .where("transfer.accepted_at", "<", late)
    .limit(LIST_COUNTED_ROWS + 1);
  // No branch has the number 0: who may see none sees none.
  const found =
    offices === "all" ? everywhere : everywhere.where("member.office_id", "in", [0n, ...offices]);
  const { rows } = await sql<{ count: bigint }>`select count(*) from (${found}) as late`.execute(
    app.db,
  );
  return Number(rows[0]?.count ?? 0n);
}
