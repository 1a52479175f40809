import { sql } from "kysely";
import { addDays, manilaDate } from "#common/manila.ts";
import { dueAfter } from "#common/scheduleDays.ts";
import type { PayeeAnswer, PayeeCheck } from "#contract/payeeChecks.ts";
import type { TransferKind } from "#contract/transferKinds.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import type { App } from "#server/platform/app.ts";
import { readBankingDays } from "#server/platform/calendar/bankingDays.ts";
import { lockSchedule } from "./changeSchedule.ts";
import { sendDay } from "#server/domains/transfers/dueDays.ts";
import { askAgain, type Asking, pauseForName, type ToAsk } from "./askAgain.ts";
import { CHECKING_RAIL } from "#server/domains/transfers/payeeCheck/checkingRail.ts";
import { inTurn, type Turn } from "./inTurn.ts";
import { payeeAccount } from "./makeSchedule.ts";
import { tellOfDay, tellOfSchedule } from "./tellOfSchedule.ts";

type Coming = ToAsk & { id: bigint; memberId: bigint; kind: TransferKind; dueOn: string };

/**
 * Gives each due day that is sent by tomorrow its row, once, and tells the member the day before. Of what is cleared in
 * batches that is the day before the banking day, by the calendar as it stands then.
 */
export async function announceSchedules(app: App, turn: Turn): Promise<void> {
  const tomorrow = addDays(manilaDate(app.now()), 1);
  const days = await readBankingDays(app.db);
  const asking: Asking = { silent: new Map() };
  await inTurn(app, turn, {
    find: (after: Coming | undefined) => findComing(app, tomorrow, after, turn.batch),
    act: async (coming) => {
      const sendOn = sendDay(coming.kind, coming.dueOn, days);
      if (sendOn > tomorrow) return;
      const renamed = await askAgain(app, asking, coming);
      await transact(app.db, (tx) => announce(tx, app, { ...coming, sendOn, tomorrow, renamed }));
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
    .selectFrom("transfer_schedule as t")
    .leftJoin("payee_check as p", "p.id", "t.payee_check_id")
    .select([
      "t.id",
      "t.member_id as memberId",
      "kind",
      "next_on as dueOn",
      "intent",
      "answer as told",
    ])
    .select(
      sql<string | null>`(select bank_bic(b, ${CHECKING_RAIL}) from bank b
        where b.id = (t.intent ->> 'destination_bank')::bigint)`.as("bic"),
    )
    .where("state", "=", "active")
    .where("next_on", "<=", tomorrow)
    .where((is) =>
      is(
        is.refTuple("next_on", "t.id"),
        ">",
        is.tuple(after?.dueOn ?? "1900-01-01", after?.id ?? 0n),
      ),
    )
    .orderBy("next_on")
    .orderBy("t.id")
    .limit(batch)
    .execute();
  return rows.map((row) => ({
    ...row,
    // The column names a row of transfer_kind.
    kind: row.kind as TransferKind,
    // Written by makeSchedule: texts under names.
    intent: row.intent as Record<string, string>,
    // The column's check lists them.
    told: row.told as PayeeAnswer | null,
    dueOn: row.dueOn ?? tomorrow,
  }));
}

async function announce(
  tx: Tx,
  app: App,
  coming: Coming & { sendOn: string; tomorrow: string; renamed: PayeeCheck | undefined },
): Promise<void> {
  const { id, memberId, dueOn, sendOn, intent, renamed } = coming;
  const at = await holdMember(tx, app, memberId);
  const schedule = await lockSchedule(tx, id);
  if (schedule?.state !== "active" || schedule.nextOn !== dueOn) return;
  const account = payeeAccount(intent);
  const told = { memberId, amount: schedule.amount, account, sendOn };
  if (renamed !== undefined) {
    await pauseForName(tx, renamed, { id, memberId, intent, at });
    await tellOfSchedule(tx, app, "schedule_renamed", told);
    return;
  }
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
  await tellOfDay(tx, app, "schedule_tomorrow", told);
}
