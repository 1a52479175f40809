import { sql } from "kysely";
import { RAIL_KINDS } from "#contract/transferKinds.ts";
import type { App } from "#server/platform/app.ts";
import { settleRailTransfer } from "./settleRailTransfer.ts";

/**
 * Looked at by one process at once. With a rail that lets every question time out after ten seconds, this
 * many are 36,000 questions an hour: each transfer of a full day is still asked about and given back in
 * its hour.
 */
const AT_ONCE = 100;

const underWay = new WeakMap<App, Set<Promise<void>>>();

/**
 * Begins to look at transfers to other banks that are due, each as it needs (settleRailTransfer), and does
 * not wait for them: one that times out must not keep another from its hour. Answers how many it began.
 */
export async function startDueRailTransfers(app: App): Promise<number> {
  const going = underWay.get(app) ?? new Set();
  underWay.set(app, going);
  const refNos = await claimDue(app, AT_ONCE - going.size);
  for (const refNo of refNos) {
    const look = settle(app, refNo).finally(() => going.delete(look));
    going.add(look);
  }
  return refNos.length;
}

/** Looks at those that are due and waits for them. Answers how many. */
export async function sweepRailTransfers(app: App): Promise<number> {
  const refNos = await claimDue(app, AT_ONCE);
  await Promise.all(refNos.map((refNo) => settle(app, refNo)));
  return refNos.length;
}

/** Takes the due ones and moves their next time on, so that no other sweep asks the same now. */
async function claimDue(app: App, most: number): Promise<string[]> {
  if (most <= 0) return [];
  const at = app.now();
  const { rows } = await sql<{ ref_no: string }>`
    update transfer t set attempts = t.attempts + 1, next_inquiry_at = ${at}::timestamptz + interval '30 seconds'
    where t.ref_no in (
      select d.ref_no from transfer d
      where d.next_inquiry_at <= ${at} and d.kind = any(${RAIL_KINDS}::text[])
      order by d.next_inquiry_at limit ${most} for no key update skip locked)
    returning t.ref_no`.execute(app.db);
  return rows.map(({ ref_no: refNo }) => refNo);
}

async function settle(app: App, refNo: string): Promise<void> {
  try {
    await settleRailTransfer(app, refNo);
  } catch (error) {
    // The others must still be asked; this one keeps its time and is asked again.
    app.log.error({ err: error, refNo }, "the sweep could not settle a transfer to another bank");
  }
}
