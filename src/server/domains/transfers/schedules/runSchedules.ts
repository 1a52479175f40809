import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { type endReasons, SENT_FROM_HOUR } from "#contract/schedules.ts";
import { transferIntent } from "#contract/transfers.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { acceptScheduledFromCard } from "#server/domains/transfers/acceptFromCard.ts";
import { acceptScheduledOwn } from "#server/domains/transfers/acceptOrders.ts";
import { persist } from "#server/domains/transfers/persist.ts";
import { isFromCard, storedIntent } from "#server/domains/transfers/storedIntent.ts";
import type { App } from "#server/platform/app.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { announceSchedules } from "./announceSchedules.ts";
import { endSchedule, endWhenDone } from "./endSchedule.ts";
import { inTurn, type Turn } from "./inTurn.ts";
import { payeeAccount } from "./makeSchedule.ts";
import { tellOfDay, tellSent } from "./tellOfSchedule.ts";

/** What could not be sent is looked at again so much later, or as soon as the money is there. */
const AGAIN_MS = 60 * 60_000;
const TURN: Turn = { batch: 500, hands: 4 };
const HOUR_MS = 60 * 60_000;

/**
 * Scheduled transfers: announces each due day the day before, and sends it on its day from 7 in the morning as soon as
 * nothing stands against it, until the day in Manila ends; then it is missed, and the member is told. Each day is a
 * transaction of its own, in which its order is accepted as any order is, so it is sent once wherever a run is cut short,
 * and by however many runs at once. What was not tried on its day, as the bank was away, is tried once after it.
 */
export async function runSchedules(
  app: App,
  ended?: AbortSignal,
  { batch = TURN.batch, hands = TURN.hands }: Partial<Turn> = {},
): Promise<void> {
  const turn: Turn = { batch, hands, ...(ended !== undefined && { ended }) };
  await announceSchedules(app, turn);
  await inTurn(app, turn, {
    find: (after: Due | undefined) => findOpen(app, after, batch),
    act: async (due) => {
      await persist(() => transact(app.db, (tx) => tryDay(tx, app, due)));
    },
    nameOf: ({ id, dueOn }) => ({ schedule: String(id), dueOn }),
  });
  pokeRelay(app);
}

type Due = { id: bigint; memberId: bigint; dueOn: string; sendOn: string };

/** The day whose transfers are sent by now: before 7 in the morning that of yesterday. */
const lastDay = (app: App): string =>
  manilaDate(new Date(app.now().getTime() - SENT_FROM_HOUR * HOUR_MS));

/** Those whose day has come: each hour, and at once when the account that pays has the money. */
async function findOpen(app: App, after: Due | undefined, batch: number): Promise<Due[]> {
  const today = manilaDate(app.now());
  const before = new Date(app.now().getTime() - AGAIN_MS);
  const { rows } = await sql<Due>`
    select y.schedule_id as id, t.member_id as "memberId", y.due_on as "dueOn", y.send_on as "sendOn"
    from transfer_schedule_day y
    join transfer_schedule t on t.id = y.schedule_id
    where y.state = 'announced' and y.send_on <= ${lastDay(app)}::date
      and (y.send_on, y.schedule_id, y.due_on)
        > (${after?.sendOn ?? "1900-01-01"}::date, ${after?.id ?? 0n}, ${after?.dueOn ?? "1900-01-01"}::date)
      and (y.tried_at is null or y.tried_at <= ${before} or y.send_on < ${today}::date
        or y.refused_for = 'insufficient_funds' and schedule_has_money(t))
    order by y.send_on, y.schedule_id, y.due_on limit ${batch}`.execute(app.db);
  return rows;
}

/** One try, and what comes of it. */
async function tryDay(tx: Tx, app: App, due: Due): Promise<void> {
  const held = await hold(tx, due);
  if (held === undefined) return;
  const at = app.now();
  const of = { ...due, held, at };
  const isOver = due.sendOn < manilaDate(at);
  if (isOver && held.tries > 0) return miss(tx, app, of, held.refusedFor ?? "");
  const found = await order(tx, app, of);
  if (found.verdict === "ok") return noteSent(tx, app, of, found.answer.refNo);
  app.log.info({ schedule: String(due.id), refused: found.verdict }, "a scheduled transfer waits");
  const endedFor = ENDING[found.verdict];
  if (endedFor !== undefined) return stop(tx, app, of, { refusedFor: found.verdict, endedFor });
  await setDay(tx, of, { tries: held.tries + 1, tried_at: at, refused_for: found.verdict });
  if (isOver) return miss(tx, app, of, found.verdict);
  if (held.refusedFor !== found.verdict) {
    await tellOfDay(tx, app, "schedule_waiting", { ...toldOf(of), refusedFor: found.verdict });
  }
}

type EndReason = (typeof endReasons)[number];

/** What no waiting mends: what was approved is not what would be sent, or what it leaves or takes is gone. */
const ENDING: Record<string, EndReason | undefined> = {
  fee_changed: "fee_changed",
  otp_not_for_this_transfer: "order_changed",
  destination_not_own_card: "order_changed",
  destination_same: "order_changed",
  destination_own_card: "order_changed",
  source_account_unknown: "order_changed",
  card_deactivated: "card_closed",
  no_eon_account: "card_closed",
  passkey_needed: "approval",
  office_needed: "approval",
};

type Of = Due & { held: Held; at: Date };

/** Accepts the order of a day as any order is accepted, in the caller's transaction. */
function order(tx: Tx, app: App, { id, dueOn, held }: Of) {
  const intent = transferIntent.parse(held.intent);
  const more = {
    tx,
    scheduleId: id,
    // No key that a member can send has a colon.
    key: `schedule:${id}:${dueOn}`,
    requestHash: sha256(JSON.stringify(storedIntent(intent))),
    correlationId: `schedule-${id}-${dueOn}`,
  };
  return isFromCard(intent)
    ? acceptScheduledFromCard(app, { ...more, intent })
    : acceptScheduledOwn(app, { ...more, intent });
}

async function noteSent(tx: Tx, app: App, of: Of, refNo: string): Promise<void> {
  await setDay(tx, of, { state: "sent", ref_no: refNo });
  // Where a day is still to come, nothing has to be looked for.
  if (of.held.nextOn === null) await endWhenDone(tx, of);
  await tellSent(tx, app, { ...toldOf(of), refNo });
  app.metrics.transfers.inc({ state: "accepted" });
}

/** The day is over, and it was not sent. */
async function miss(tx: Tx, app: App, of: Of, refusedFor: string): Promise<void> {
  await setDay(tx, of, { state: "missed" });
  await endWhenDone(tx, of);
  await tellOfDay(tx, app, "schedule_missed", { ...toldOf(of), refusedFor });
}

async function stop(
  tx: Tx,
  app: App,
  of: Of,
  { refusedFor, endedFor }: { refusedFor: string; endedFor: EndReason },
): Promise<void> {
  const { id, at } = of;
  await setDay(tx, of, { state: "missed", tries: 1, tried_at: at, refused_for: refusedFor });
  await endSchedule(tx, { id, at, endedFor });
  await tellOfDay(tx, app, "schedule_stopped", { ...toldOf(of), refusedFor });
}

const toldOf = ({ memberId, held, sendOn }: Of) => ({
  memberId,
  amount: held.amount,
  account: payeeAccount(held.intent),
  sendOn,
});

/** A schedule and a day of it that is to be sent, held until the transaction ends. */
type Held = {
  intent: Record<string, string>;
  amount: bigint;
  nextOn: string | null;
  tries: number;
  refusedFor: string | null;
};

/** In one question: what is sent on a morning is many, and each question costs as much as its answer. */
async function hold(tx: Tx, { memberId, id, dueOn }: Due): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    select intent, amount_centavos as amount, next_on as "nextOn", tries, refused_for as "refusedFor"
    from hold_due_day(${memberId}, ${id}, ${dueOn}::date)`.execute(tx);
  return rows[0];
}

async function setDay(
  tx: Tx,
  { id, dueOn }: Due,
  change: {
    state?: "sent" | "missed";
    ref_no?: string;
    tries?: number;
    tried_at?: Date;
    refused_for?: string;
  },
): Promise<void> {
  await tx
    .updateTable("transfer_schedule_day")
    .set(change)
    .where("schedule_id", "=", id)
    .where("due_on", "=", dueOn)
    .execute();
}
