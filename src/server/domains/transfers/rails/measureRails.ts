import { RAIL_NAMES } from "#contract/transferKinds.ts";
import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";

/**
 * Measures the transfers to other banks that are under way: their number, the age of the oldest, and how many
 * should have been refunded by law (BSP Circular 1195). A transfer that another bank holds for a check, and
 * one that was credited and then returned, have no such deadline. Also measures when the clearing house's list
 * was last read.
 */
export async function measureRails(app: App): Promise<void> {
  const at = app.now();
  const { rows } = await sql<{ rail: string; open: bigint; oldest: number; late: bigint }>`
    select k.rail, count(t.ref_no) as open,
      coalesce(extract(epoch from ${at}::timestamptz - min(t.accepted_at)), 0)::float8 as oldest,
      count(*) filter (where r.refund_due_at < ${at} and not r.is_held and not r.has_credited) as late
    from unnest(${RAIL_NAMES}::text[]) as k (rail)
    left join transfer t on t.kind = k.rail and t.next_inquiry_at is not null
    left join rail_transfer r on r.ref_no = t.ref_no
    group by k.rail`.execute(app.db);
  for (const { rail, open, oldest, late } of rows) {
    app.metrics.railTransfersOpen.set({ rail }, Number(open));
    app.metrics.railOldestOpenSeconds.set({ rail }, oldest);
    app.metrics.railRefundsLate.set({ rail }, Number(late));
  }
  await measureInward(app, at);
  const read = await app.db
    .selectFrom("rail_cursor")
    .select("checked_at")
    .where("rail", "=", "pesonet")
    .executeTakeFirst();
  if (read?.checked_at) app.metrics.pesonetHeardAt.set(read.checked_at.getTime() / 1000);
}

/** What came in is credited, or goes back, within so long. */
const INWARD_MS = 2 * 60 * 60 * 1000;

/** What other banks sent and is neither credited nor on its way back in time, a whole file that nobody could take included. */
async function measureInward(app: App, at: Date): Promise<void> {
  const since = new Date(at.getTime() - INWARD_MS);
  const { rows } = await sql<{ rail: string; late: bigint }>`
    select k.rail, (
        select count(*) from inward_credit i
        where i.rail = k.rail and i.next_try_at is not null and i.answered_at < ${since}
      ) + (
        select count(*) from pesonet_file_left f
        where k.rail = 'pesonet' and f.kind = 'inward' and f.taken_at is null and f.left_at < ${since}
      ) as late
    from unnest(${RAIL_NAMES}::text[]) as k (rail)`.execute(app.db);
  for (const { rail, late } of rows) app.metrics.railInwardLate.set({ rail }, Number(late));
}
