import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import { settleRailTransfer } from "#server/domains/transfers/rails/settleRailTransfer.ts";
import { ISSUER_KINDS, RAIL_KINDS } from "#contract/transferKinds.ts";
import { inquireAtIssuer, type TransferJob } from "./settleWithIssuer.ts";

/** Whom to ask about a transfer. */
export type Partner = "issuer" | "rail";

type Lane = {
  kinds: readonly string[];
  /**
   * Concurrency of one process. The issuer is somebody else's server. With a rail that lets every inquiry time
   * out after ten seconds, 100 at a time are 36,000 inquiries an hour: each transfer of a full day is still
   * inquired about and refunded within its hour.
   */
  atOnce: number;
  /** By then the inquiry has been made, or its process has died. */
  claimedSeconds: number;
  settle: (app: App, job: TransferJob) => Promise<void>;
};

const LANES: Record<Partner, Lane> = {
  issuer: { kinds: ISSUER_KINDS, atOnce: 20, claimedSeconds: 15, settle: inquireAtIssuer },
  rail: {
    kinds: RAIL_KINDS,
    atOnce: 100,
    claimedSeconds: 30,
    settle: (app, { refNo }) => settleRailTransfer(app, refNo),
  },
};
const PARTNERS = Object.keys(LANES) as Partner[];

const underWay = new WeakMap<App, Record<Partner, Set<Promise<void>>>>();

/**
 * Starts to settle the transfers that wait for a partner and are due, each as its kind needs, without waiting
 * for them: one that times out must not delay another beyond its hour. Answers how many it started.
 */
export async function startDueTransfers(app: App): Promise<number> {
  const going = underWay.get(app) ?? { issuer: new Set(), rail: new Set() };
  underWay.set(app, going);
  const begun = await Promise.all(
    PARTNERS.map(async (partner) => {
      const lane = LANES[partner];
      const jobs = await claimDue(app, lane, lane.atOnce - going[partner].size);
      for (const job of jobs) {
        const settling = settle(app, lane, job).finally(() => going[partner].delete(settling));
        going[partner].add(settling);
      }
      return jobs.length;
    }),
  );
  return begun.reduce((sum, count) => sum + count, 0);
}

/** Settles the transfers that are due and waits for them. Answers how many. */
export async function sweepTransfers(
  app: App,
  partners: readonly Partner[] = PARTNERS,
): Promise<number> {
  let looked = 0;
  for (const partner of partners) {
    const jobs = await claimDue(app, LANES[partner], LANES[partner].atOnce);
    await Promise.all(jobs.map((job) => settle(app, LANES[partner], job)));
    looked += jobs.length;
  }
  return looked;
}

/** Claims the due transfers and moves their next time on, so that no other sweep handles the same now. */
async function claimDue(
  app: App,
  { kinds, claimedSeconds }: Lane,
  most: number,
): Promise<TransferJob[]> {
  if (most <= 0) return [];
  const at = app.now();
  const { rows } = await sql<{ ref_no: string; correlation_id: string }>`
    update transfer t set attempts = t.attempts + 1,
      next_inquiry_at = ${at}::timestamptz + ${claimedSeconds} * interval '1 second'
    where t.ref_no in (
      select d.ref_no from transfer d where d.next_inquiry_at <= ${at} and d.kind = any (${kinds}::text[])
      order by d.next_inquiry_at limit ${most} for no key update skip locked)
    returning t.ref_no, t.correlation_id`.execute(app.db);
  return (
    rows
      .map(({ ref_no: refNo, correlation_id: correlationId }) => ({ refNo, correlationId }))
      // PostgreSQL returns the rows in any order.
      .toSorted((one, other) => (one.refNo < other.refNo ? -1 : 1))
  );
}

async function settle(app: App, lane: Lane, job: TransferJob): Promise<void> {
  try {
    await lane.settle(app, job);
  } catch (error) {
    // The others must still be settled; this one keeps its time and is tried again.
    app.log.error({ err: error, refNo: job.refNo }, "the sweep could not settle a transfer");
  }
}
