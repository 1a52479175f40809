import type { Tx } from "#server/db/db.ts";
import type { endReasons, pauseReasons } from "#contract/schedules.ts";

/** Ends a schedule that the caller has locked, and a day of it that is announced and was not sent. */
export async function endSchedule(
  tx: Tx,
  { id, at, endedFor }: { id: bigint; at: Date; endedFor: (typeof endReasons)[number] },
): Promise<void> {
  await tx
    .updateTable("transfer_schedule")
    .set({ state: "ended", paused_for: null, ended_at: at, ended_for: endedFor, next_on: null })
    .where("id", "=", id)
    .execute();
  await stopOpenDays(tx, id);
}

/** Pauses one that the caller has locked, with what is announced of it. */
export async function pauseSchedule(
  tx: Tx,
  { id, pausedFor }: { id: bigint; pausedFor: (typeof pauseReasons)[number] },
): Promise<void> {
  await tx
    .updateTable("transfer_schedule")
    .set({ state: "paused", paused_for: pausedFor })
    .where("id", "=", id)
    .execute();
  await stopOpenDays(tx, id);
}

/** What is announced is not sent. */
export async function stopOpenDays(tx: Tx, id: bigint): Promise<void> {
  await tx
    .updateTable("transfer_schedule_day")
    .set({ state: "stopped" })
    .where("schedule_id", "=", id)
    .where("state", "=", "announced")
    .execute();
}

/** Ends one of which nothing comes any more: no day, and none that is announced. */
export async function endWhenDone(tx: Tx, { id, at }: { id: bigint; at: Date }): Promise<void> {
  const left = await tx
    .selectFrom("transfer_schedule as t")
    .select("t.id")
    .where("t.id", "=", id)
    .where((is) =>
      is.or([
        is("t.next_on", "is not", null),
        is.exists(
          is
            .selectFrom("transfer_schedule_day as y")
            .select("y.due_on")
            .whereRef("y.schedule_id", "=", "t.id")
            .where("y.state", "=", "announced"),
        ),
      ]),
    )
    .executeTakeFirst();
  if (left === undefined) await endSchedule(tx, { id, at, endedFor: "done" });
}
