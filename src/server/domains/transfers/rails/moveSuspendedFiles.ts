import type { App } from "#server/platform/app.ts";
import { readClearing } from "#server/platform/calendar/pesonetCycles.ts";
import { transact } from "#server/db/db.ts";
import { moveToLaterCycle } from "./moveToLaterCycle.ts";
import { isCleared, readCycleTimes } from "./pesonetCycleTimes.ts";

/**
 * Tells members the new time of credit when their file is not cleared in its cycle because work was suspended
 * after the file was cut. The file itself does not change. Idempotent: nobody is told twice.
 */
export async function moveSuspendedFiles(app: App): Promise<void> {
  const files = await app.db
    .selectFrom("pesonet_batch")
    .select(["id", "cycle_day", "cycle_no"])
    .where("state", "in", ["cut", "sent", "acknowledged"])
    .execute();
  if (files.length === 0) return;
  const clearing = await readClearing(app.db);
  const timesOf = await readCycleTimes(app.db);
  for (const { id, cycle_day: day, cycle_no: no } of files) {
    const times = timesOf({ day, no });
    if (isCleared(clearing, { day, no }, times)) continue;
    const items = await app.db
      .selectFrom("rail_transfer")
      .select("ref_no")
      .where("batch_id", "=", id)
      .orderBy("ref_no")
      .execute();
    const at = app.now();
    for (const { ref_no: refNo } of items) {
      await transact(app.db, (tx) =>
        moveToLaterCycle(tx, refNo, { after: times.clears, reason: "work is suspended", at }),
      );
    }
  }
}
