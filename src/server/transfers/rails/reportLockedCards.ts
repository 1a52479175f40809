import { sql } from "kysely";
import type { App } from "#server/app.ts";
import { transact } from "#server/db/db.ts";
import type { CycleOfTransfer } from "./pesonetCycleTimes.ts";
import { reportRailException } from "./railException.ts";

/**
 * A card that staff have locked sends nothing (decisions.md, section 5): what it ordered for this cycle stays out of
 * its file, and is put before a person, who lifts the lock or has it given back.
 */
export async function reportLockedCards(app: App, { day, no }: CycleOfTransfer): Promise<void> {
  const { rows } = await sql<{ ref_no: string; correlation_id: string }>`
    select t.ref_no, t.correlation_id
    from rail_transfer r join transfer t using (ref_no) join card c on c.id = t.card_id
    where r.rail = 'pesonet' and r.batch_id is null and r.going_back is null and c.admin_locked
      and r.cycle_day = ${day} and r.cycle_no = ${no} and t.state in ('accepted', 'sent', 'unknown')
    order by t.ref_no`.execute(app.db);
  for (const { ref_no: refNo, correlation_id: correlationId } of rows) {
    await transact(app.db, (tx) =>
      reportRailException(tx, {
        refNo,
        kind: "card_locked",
        via: "timer",
        correlationId,
        at: app.now(),
        detail: { reason: "staff locked the card before the file was cut" },
      }),
    );
  }
}
