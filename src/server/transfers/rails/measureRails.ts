import { sql } from "kysely";
import type { App } from "#server/app.ts";

/** Counts the transfers to other banks that are under way, and how old the oldest is. */
export async function measureRails(app: App): Promise<void> {
  const at = app.now();
  const { rows } = await sql<{ rail: string; open: bigint; oldest: number }>`
    select k.rail, count(t.ref_no) as open,
      coalesce(extract(epoch from ${at}::timestamptz - min(t.accepted_at)), 0)::float8 as oldest
    from (values ('instapay'), ('pesonet')) as k (rail)
    left join transfer t on t.kind = k.rail and t.next_inquiry_at is not null
    group by k.rail`.execute(app.db);
  for (const { rail, open, oldest } of rows) {
    app.metrics.railTransfersOpen.set({ rail }, Number(open));
    app.metrics.railOldestOpenSeconds.set({ rail }, oldest);
  }
}
