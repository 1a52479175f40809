import { type SelectQueryBuilder, sql } from "kysely";
import type { StaffAction } from "#contract/staff/actions.ts";
import type { StaffQueue } from "#contract/staff/home.ts";
import { LIST_COUNTED_ROWS, type ListTotal } from "#contract/staff/list.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { countForDesk } from "#server/domains/cards/desk/applicationsQuery.ts";
import { breaksQuery } from "#server/domains/reconciliation/breaksQuery.ts";
import { casesQuery } from "#server/domains/cases/desk/casesQuery.ts";
import { watchQuery } from "#server/domains/freeze/desk/safetyWatch.ts";
import { countForLoanDesk } from "#server/domains/loans/desk/applicationsQuery.ts";
import { countExceptions } from "#server/domains/payroll/remittances.ts";
import { countToDecide } from "#server/domains/makerChecker/listRequests.ts";
import { openTransfersQuery } from "#server/domains/transfers/desk/openTransfers.ts";

/** What waits, for whom, and how it is counted. */
type Queue = {
  /** Shown to whom this is allowed in any branch. */
  action: StaffAction;
  /** Counts in the branches in which `action` is allowed, up to `LIST_COUNTED_ROWS` + 1. */
  count: (app: App, staff: StaffCaller) => Promise<number>;
};

const QUEUES: Record<StaffQueue, Queue> = {
  requests_to_decide: { action: "request.view", count: countToDecide },
  card_applications: { action: "card_application.view", count: countForDesk },
  late_transfers: { action: "transfer.view", count: countLateTransfers },
  overdue_refunds: { action: "transfer.view", count: countRefundsDue },
  transfer_cases: { action: "transfer_case.view", count: countCases },
  safety_watch: { action: "safety_watch.view", count: countWatched },
  open_breaks: { action: "reconciliation.view", count: countBreaks },
  loan_applications: { action: "loan_application.view", count: countForLoanDesk },
  remittance_exceptions: { action: "payroll.view", count: countExceptions },
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
  return countOf(app, openTransfersQuery(app, staff, { age: "late" }));
}

async function countRefundsDue(app: App, staff: StaffCaller): Promise<number> {
  return countOf(app, openTransfersQuery(app, staff, { due: "hour" }));
}

/** Those whose member waits for an answer. */
async function countCases(app: App, staff: StaffCaller): Promise<number> {
  return countOf(app, casesQuery(app, staff, { show: "to_answer" }));
}

/** Those that nobody looks after. */
async function countWatched(app: App, staff: StaffCaller): Promise<number> {
  return countOf(app, watchQuery(app, staff, { owner: "none" }));
}

async function countBreaks(app: App): Promise<number> {
  return countOf(app, breaksQuery(app, { state: "open" }));
}

async function countOf<DB, TB extends keyof DB, Row>(
  app: App,
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const some = query.limit(LIST_COUNTED_ROWS + 1);
  const { rows } = await sql<{ count: bigint }>`select count(*) from (${some}) as q`.execute(
    app.db,
  );
  return Number(rows[0]?.count ?? 0n);
}
