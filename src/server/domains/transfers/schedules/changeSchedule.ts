import { manilaDate } from "#common/manila.ts";
import { dueAfter, type Repeats } from "#common/scheduleDays.ts";
import type { ScheduleChange, ScheduledTransfer } from "#contract/schedules.ts";
import type { TransferKind } from "#contract/transferKinds.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import { sendableFrom } from "#server/domains/transfers/dueDays.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { readBankingDays } from "#server/platform/calendar/bankingDays.ts";
import { Refusal } from "#server/refusal.ts";
import { endSchedule, endWhenDone, pauseSchedule } from "./endSchedule.ts";
import { readSchedule } from "./readSchedules.ts";

type Wanted = { id: bigint; change: ScheduleChange; day: string | undefined };

/**
 * Skips the next day of the caller's schedule, pauses it, resumes it or ends it, at once: without an approval, since
 * nothing leaves by it that was not approved. What it is already it stays. Refuses not_found, schedule_ended, and
 * schedule_day for a day that is not the next one.
 */
export async function changeSchedule(
  app: App,
  caller: Caller,
  wanted: Wanted,
): Promise<ScheduledTransfer> {
  await transact(app.db, (tx) => change(tx, app, caller, wanted));
  return readSchedule(app, caller, wanted.id);
}

async function change(tx: Tx, app: App, caller: Caller, wanted: Wanted): Promise<void> {
  const at = await holdMember(tx, app, caller.memberId);
  const schedule = await lockSchedule(tx, wanted.id);
  if (schedule?.memberId !== caller.memberId) throw new Refusal("not_found");
  if (schedule.state === "ended") {
    if (wanted.change === "end") return;
    throw new Refusal("schedule_ended");
  }
  const isChanged = await apply(tx, { ...schedule, at, day: wanted.day }, wanted.change);
  if (!isChanged) return;
  await audit(tx, {
    at,
    actorKind: "member",
    actor: caller.memberGuid,
    action: "change_schedule",
    object: `schedule:${wanted.id}`,
    correlationId: caller.correlationId,
    detail: { change: wanted.change, ...(wanted.day !== undefined && { day: wanted.day }) },
  });
}

/** A schedule, held until the transaction ends. */
export async function lockSchedule(tx: Tx, id: bigint) {
  const row = await tx
    .selectFrom("transfer_schedule")
    .select([
      "id",
      "member_id as memberId",
      "kind",
      "intent",
      "amount_centavos as amount",
      "most_centavos as most",
      "repeats",
      "first_on as firstOn",
      "next_on as nextOn",
      "state",
      "paused_for as pausedFor",
      "payee_check_id as payeeCheckId",
    ])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // The column's check lists them, and the other names a row of transfer_kind.
  return row && { ...row, repeats: row.repeats as Repeats, kind: row.kind as TransferKind };
}
export type LockedSchedule = NonNullable<Awaited<ReturnType<typeof lockSchedule>>>;

type Asked = LockedSchedule & { at: Date; day: string | undefined };

async function apply(tx: Tx, asked: Asked, what: ScheduleChange): Promise<boolean> {
  const { id, at, state } = asked;
  switch (what) {
    case "end":
      await endSchedule(tx, { id, at, endedFor: "member" });
      return true;
    case "pause":
      if (state === "paused") return false;
      await pauseSchedule(tx, { id, pausedFor: "member" });
      return true;
    case "resume":
      if (state === "active") return false;
      await resume(tx, asked);
      return true;
    case "skip":
      return skip(tx, asked);
  }
}

/** From the first day on that can still be sent; what passed in between is not made up for. */
async function resume(tx: Tx, asked: Asked): Promise<void> {
  const { id, at, pausedFor, payeeCheckId } = asked;
  if (pausedFor === "payee_name" && payeeCheckId !== null) await noteKnown(tx, payeeCheckId, at);
  const today = manilaDate(at);
  const days = await readBankingDays(tx);
  await tx
    .updateTable("transfer_schedule")
    .set({
      state: "active",
      paused_for: null,
      next_on: sendableFrom(asked, days, today) ?? null,
    })
    .where("id", "=", id)
    .execute();
  // What was announced before the pause and can still be sent.
  await tx
    .updateTable("transfer_schedule_day")
    .set({ state: "announced" })
    .where("schedule_id", "=", id)
    .where("state", "=", "stopped")
    .where("send_on", ">=", today)
    .execute();
  await endWhenDone(tx, { id, at });
}

/** The member read that the account is in another name, and goes on. */
async function noteKnown(tx: Tx, id: bigint, at: Date): Promise<void> {
  await tx
    .updateTable("payee_check")
    .set({ known_at: at })
    .where("id", "=", id)
    .where("known_at", "is", null)
    .execute();
}

/** The day that is announced, or the one that comes next. */
async function skip(tx: Tx, { id, at, day, state, nextOn, ...rule }: Asked): Promise<boolean> {
  if (day === undefined || day < rule.firstOn || state !== "active") {
    throw new Refusal("schedule_day", { param: "day" });
  }
  const row = await tx
    .selectFrom("transfer_schedule_day")
    .select("state")
    .where("schedule_id", "=", id)
    .where("due_on", "=", day)
    .forUpdate()
    .executeTakeFirst();
  if (row?.state === "skipped") return false;
  if (row === undefined ? nextOn !== day : row.state !== "announced") {
    throw new Refusal("schedule_day", { param: "day" });
  }
  if (row === undefined) {
    await tx
      .insertInto("transfer_schedule_day")
      .values({ schedule_id: id, due_on: day, send_on: day, state: "skipped", announced_at: at })
      .execute();
    await tx
      .updateTable("transfer_schedule")
      .set({ next_on: dueAfter(rule, day) ?? null })
      .where("id", "=", id)
      .execute();
  } else {
    await tx
      .updateTable("transfer_schedule_day")
      .set({ state: "skipped" })
      .where("schedule_id", "=", id)
      .where("due_on", "=", day)
      .execute();
  }
  await endWhenDone(tx, { id, at });
  return true;
}
