import { LOSS_CAUSES } from "#contract/cardLoss.ts";
import { openOrder } from "#server/domains/cards/orders/openOrder.ts";
import { readRefusedSince } from "#server/domains/cards/orders/reportRefusal.ts";
import { readStop } from "#server/domains/cards/orders/stopAtIssuer.ts";
import { lockCardRow } from "#server/domains/cards/state/moveCard.ts";
import { transact } from "#server/db/db.ts";
import type { App } from "#server/platform/app.ts";

const MINUTE_MS = 60_000;
/** After the first refusal; from the last of these on each hour. */
const AFTER_MINUTES = [5, 20, 80];
const THEN_EVERY_MINUTES = 60;
/** A card that the issuer has refused to stop for a day is for people alone. */
const UNTIL_MINUTES = 24 * 60;

/** Of those that are due one batch a run: each is a call to somebody else's server. */
const BATCH_SIZE = 100;

/**
 * When the issuer is asked next, of a card whose refusal stands since `since` and that was refused last at `last`;
 * undefined where no more is asked.
 */
export function nextAsking(since: Date, last: Date): Date | undefined {
  const passed = (last.getTime() - since.getTime()) / MINUTE_MS;
  const first = AFTER_MINUTES.find((minutes) => minutes > passed);
  const end = AFTER_MINUTES.at(-1) ?? 0;
  const hours = Math.floor((passed - end) / THEN_EVERY_MINUTES) + 1;
  const next = first ?? end + hours * THEN_EVERY_MINUTES;
  return next > UNTIL_MINUTES ? undefined : new Date(since.getTime() + next * MINUTE_MS);
}

/**
 * Asks the issuer again to stop the lost cards that it refused to stop, with a growing wait, by a new order each
 * (sweepCardOrders asks it). The exception stands for people meanwhile: when they resolve it, this asks no more, and
 * when the issuer agrees it is resolved by that (stopDone). Answers for how many it asked.
 */
export async function askStopsAgain(app: App): Promise<number> {
  const due = await app.db
    .selectFrom("card_order_exception as x")
    .innerJoin("card_order as o", "o.id", "x.order_id")
    .innerJoin("card as c", "c.id", "o.card_id")
    .select("c.id")
    .distinct()
    .where("x.resolved_at", "is", null)
    .where("o.kind", "=", "deactivate")
    .where("c.status", "=", "deactivated")
    .where("c.deactivated_for", "in", LOSS_CAUSES)
    .where("x.at", ">", new Date(app.now().getTime() - (UNTIL_MINUTES + 60) * MINUTE_MS))
    .orderBy("c.id")
    .execute();
  let asked = 0;
  for (const { id } of due) {
    if (asked === BATCH_SIZE) break;
    // oxlint-disable-next-line no-await-in-loop -- one connection, a card at a time
    if (await askIfDue(app, id)) asked += 1;
  }
  return asked;
}

function askIfDue(app: App, cardId: bigint): Promise<boolean> {
  return transact(app.db, async (tx) => {
    const at = app.now();
    const card = await lockCardRow(tx, cardId);
    const stop = await readStop(tx, cardId);
    const since = await readRefusedSince(tx, cardId);
    // Ended otherwise, or resolved by a person, meanwhile.
    if (card.status !== "deactivated" || stop.state !== "refused" || since === undefined)
      return false;
    const next = nextAsking(since, stop.endedAt);
    if (next === undefined || next > at) return false;
    await openOrder(tx, {
      cardId,
      kind: "deactivate",
      detail: stop.detail,
      actor: { kind: "job", name: "askStopsAgain" },
      correlationId: `card-stop-${cardId}`,
      at,
    });
    return true;
  });
}
