import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import { settleRailTransfer } from "#server/domains/transfers/rails/settleRailTransfer.ts";
import { ISSUER_KINDS, RAIL_KINDS } from "#contract/transferKinds.ts";
import { inquireAtIssuer, type TransferJob } from "./settleWithIssuer.ts";

/** Who is asked about a transfer. */
export type Partner = "issuer" | "rail";

type Lane = {
  kinds: readonly string[];
  /**
   * Looked at by one process at once. The issuer is somebody else's server. With a rail that lets every
   * question time out after ten seconds, 100 are 36,000 questions an hour: each transfer of a full day is
   * still asked about and given back in its hour.
   */
  atOnce: number;
  /** By then somebody has asked, or died. */
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
 * Begins to look at the transfers that wait for a partner's answer and are due, each as its kind needs, and
 * does not wait for them: one that times out must not keep another from its hour. Answers how many it began.
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

/** Looks at those that are due and waits for them. Answers how many. */
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

/** Takes the due ones and moves their next time on, so that no other sweep asks the same now. */
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
      // The plan of the moment decides in which order the rows come back.
      .toSorted((one, other) => (one.refNo < other.refNo ? -1 : 1))
  );
}

async function settle(app: App, lane: Lane, job: TransferJob): Promise<void> {
  try {
    await lane.settle(app, job);
  } catch (error) {
    // The others must still be asked; this one keeps its time and is asked again.
    app.log.error({ err: error, refNo: job.refNo }, "the sweep could not settle a transfer");
  }
}
