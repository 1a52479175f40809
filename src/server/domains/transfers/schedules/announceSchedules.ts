import { addDays, manilaDate } from "#common/manila.ts";
import { dueAfter } from "#common/scheduleDays.ts";
import type { TransferKind } from "#contract/transferKinds.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import type { App } from "#server/platform/app.ts";
import { readBankingDays } from "#server/platform/calendar/bankingDays.ts";
import { lockSchedule } from "./changeSchedule.ts";
import { sendDay } from "#server/domains/transfers/dueDays.ts";
import { inTurn, type Turn } from "./inTurn.ts";
import { payeeAccount } from "./makeSchedule.ts";
import { tellOfDay } from "./tellOfSchedule.ts";

type Coming = { id: bigint; memberId: bigint; kind: TransferKind; dueOn: string };

/**
 * Gives each due day that is sent by tomorrow its row, once, and tells the member the day before. Of what is cleared in
 * batches that is the day before the banking day, by the calendar as it stands then.
 */
export async function announceSchedules(app: App, turn: Turn): Promise<void> {
  const tomorrow = addDays(manilaDate(app.now()), 1);
  const days = await readBankingDays(app.db);
  await inTurn(app, turn, {
    find: (after: Coming | undefined) => findComing(app, tomorrow, after, turn.batch),
    act: async (coming) => {
      const sendOn = sendDay(coming.kind, coming.dueOn, days);
      if (sendOn > tomorrow) return;
      await transact(app.db, (tx) => announce(tx, app, { ...coming, sendOn, tomorrow }));
    },
    nameOf: ({ id, dueOn }) => ({ schedule: String(id), dueOn }),
  });
}

async function findComing(
  app: App,
  tomorrow: string,
  after: Coming | undefined,
  batch: number,
): Promise<Coming[]> {
  const rows = await app.db
    .selectFrom("transfer_schedule")
    .select(["id", "member_id as memberId", "kind", "next_on as dueOn"])
    .where("state", "=", "active")
    .where("next_on", "<=", tomorrow)
    .where((is) =>
      is(
        is.refTuple("next_on", "id"),
        ">",
        is.tuple(after?.dueOn ?? "1900-01-01", after?.id ?? 0n),
      ),
    )
    .orderBy("next_on")
    .orderBy("id")
    .limit(batch)
    .execute();
  return rows.map((row) => ({
    ...row,
    // The column names a row of transfer_kind.
    kind: row.kind as TransferKind,
    dueOn: row.dueOn ?? tomorrow,
  }));
}

async function announce(
  tx: Tx,
  app: App,
  coming: Coming & { sendOn: string; tomorrow: string },
): Promise<void> {
  const { id, memberId, dueOn, sendOn } = coming;
  const at = await holdMember(tx, app, memberId);
  const schedule = await lockSchedule(tx, id);
  if (schedule?.state !== "active" || schedule.nextOn !== dueOn) return;
  await tx
    .insertInto("transfer_schedule_day")
    .values({ schedule_id: id, due_on: dueOn, send_on: sendOn, announced_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .updateTable("transfer_schedule")
    .set({ next_on: dueAfter(schedule, dueOn) ?? null })
    .where("id", "=", id)
    .execute();
  if (sendOn !== coming.tomorrow) return;
  const account = payeeAccount(schedule.intent as Record<string, string>);
  await tellOfDay(tx, app, "schedule_tomorrow", {
    memberId,
    amount: schedule.amount,
    account,
    sendOn,
  });
}
