import { sql } from "kysely";
import type { App } from "#server/app.ts";

const SOON_MS = 15 * 60 * 1000;

/**
 * Counts the transfers to other banks that are under way, how old the oldest is, and how many must be back
 * soon by law (BSP Circular 1195); what another bank holds for a check waits for that bank.
 */
export async function measureRails(app: App): Promise<void> {
  const at = app.now();
  const soon = new Date(at.getTime() + SOON_MS);
  const { rows } = await sql<{ rail: string; open: bigint; oldest: number; due: bigint }>`
    select k.rail, count(t.ref_no) as open,
      coalesce(extract(epoch from ${at}::timestamptz - min(t.accepted_at)), 0)::float8 as oldest,
      count(*) filter (where r.refund_due_at <= ${soon} and not r.is_held) as due
    from (values ('instapay'), ('pesonet')) as k (rail)
    left join transfer t on t.kind = k.rail and t.next_inquiry_at is not null
    left join rail_transfer r on r.ref_no = t.ref_no
    group by k.rail`.execute(app.db);
  for (const { rail, open, oldest, due } of rows) {
    app.metrics.railTransfersOpen.set({ rail }, Number(open));
    app.metrics.railOldestOpenSeconds.set({ rail }, oldest);
    app.metrics.railRefundsDue.set({ rail }, Number(due));
  }
}
