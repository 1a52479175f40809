import type { App } from "#server/platform/app.ts";
import { lockCardRow } from "#server/domains/cards/state/moveCard.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { nextInquiry } from "#server/platform/gateways/inquirySchedule.ts";
import type { RequestedOrder, IssuerOutcome, OrderEnd, OrderKind } from "./cardOrder.ts";
import { openOrder } from "./openOrder.ts";
import { orderRules } from "./orderRules.ts";

type CallIssuer = (order: RequestedOrder) => Promise<IssuerOutcome>;

const underWay = new WeakMap<App, Map<bigint, Promise<OrderEnd>>>();

/**
 * Asks the issuer about an order and ends it with what the issuer says: once, however many ask at the same
 * time. Silence ends nothing; the worker asks again under the same reference (sweepCardOrders.ts). What
 * stands before the order in its lane is settled first. `ask` is for who has what is not written down.
 */
export function settleOrder(app: App, id: bigint, ask?: CallIssuer): Promise<OrderEnd> {
  const known = underWay.get(app) ?? new Map<bigint, Promise<OrderEnd>>();
  underWay.set(app, known);
  const running = known.get(id);
  if (running !== undefined) return running;
  const settling = settle(app, id, ask).finally(() => known.delete(id));
  known.set(id, settling);
  return settling;
}

async function settle(app: App, id: bigint, ask?: CallIssuer): Promise<OrderEnd> {
  const before = await findBefore(app, id);
  if (before !== undefined) {
    const first = await settleOrder(app, before);
    if (first.state === "open") return first;
  }
  const order = await markRequested(app, id);
  if ("state" in order) return order;
  const rule = orderRules[order.kind];
  const outcome = await (ask ?? ((asked: RequestedOrder) => rule.ask(app, asked)))(order);
  if (outcome.kind === "unknown") {
    app.log.warn(
      { reference: order.reference, reason: outcome.reason },
      "the issuer has not answered",
    );
    return { state: "open" };
  }
  return transact(app.db, (tx) => endOrder(tx, app, order, outcome));
}

async function findBefore(app: App, id: bigint): Promise<bigint | undefined> {
  const before = await app.db
    .selectFrom("card_order as o")
    .innerJoin("card_order as b", (on) =>
      on
        .onRef("b.card_id", "=", "o.card_id")
        .onRef("b.lane", "=", "o.lane")
        .on("b.state", "=", "open")
        .on("b.is_waiting", "=", false),
    )
    .select("b.id")
    .where("o.id", "=", id)
    .where("o.is_waiting", "=", true)
    .executeTakeFirst();
  return before?.id;
}

/** The order to ask, noted as asked; or its end, when it has one. Without a token nobody can be asked. */
async function markRequested(app: App, id: bigint): Promise<RequestedOrder | OrderEnd> {
  const at = app.now();
  const found = await app.db
    .selectFrom("card_order as o")
    .innerJoin("card as c", "c.id", "o.card_id")
    .selectAll("o")
    .select(["c.member_id", "c.account_no"])
    .where("o.id", "=", id)
    .executeTakeFirstOrThrow();
  if (found.state !== "open") return endOf(found);
  if (found.is_waiting || found.token === null) return { state: "open" };
  const askedAt = found.asked_at ?? at;
  const due = nextInquiry(askedAt, at);
  // Whoever asks first with what is not written down keeps the time that it left itself.
  const own = found.asked_at === null ? found.next_ask_at : null;
  await app.db
    .updateTable("card_order")
    .set((is) => ({
      asked_at: askedAt,
      attempts: is("attempts", "+", 1),
      next_ask_at: own !== null && own > due ? own : due,
    }))
    .where("id", "=", id)
    .where("state", "=", "open")
    .execute();
  return {
    id,
    reference: found.reference,
    cardId: found.card_id,
    memberId: found.member_id,
    token: found.token,
    accountNo: found.account_no ?? "",
    // The table's checks allow exactly these, and openOrder wrote the texts.
    kind: found.kind as OrderKind,
    detail: found.detail as Record<string, string>,
    actor: { kind: found.actor_kind as RequestedOrder["actor"]["kind"], name: found.actor },
    correlationId: found.correlation_id,
    createdAt: found.created_at,
  };
}

/** By compare-and-set: whoever comes second finds the end that the first wrote. */
async function endOrder(
  tx: Tx,
  app: App,
  order: RequestedOrder,
  word: Exclude<IssuerOutcome, { kind: "unknown" }>,
): Promise<OrderEnd> {
  const at = app.now();
  const end: OrderEnd =
    word.kind === "done" ? { state: "done" } : { state: "refused", code: word.code };
  await lockCardRow(tx, order.cardId);
  const isReplaced =
    end.state === "refused" && end.code === "CARD_REPLACED" && !ONCE.includes(order.kind);
  // What was wanted is wanted of the new plastic, and whoever takes that into use has not said so yet.
  if (isReplaced && !(await isKnownByAnotherToken(tx, order))) return { state: "open" };
  const ended = await tx
    .updateTable("card_order")
    .set({
      state: end.state,
      ended_at: at,
      next_ask_at: null,
      answer: word.kind === "refused" ? word.code : "",
    })
    .where("id", "=", order.id)
    .where("state", "=", "open")
    .returning("lane")
    .executeTakeFirst();
  if (ended === undefined) {
    const { state, answer } = await tx
      .selectFrom("card_order")
      .select(["state", "answer"])
      .where("id", "=", order.id)
      .executeTakeFirstOrThrow();
    return endOf({ state, answer });
  }
  const newer = await tx
    .updateTable("card_order")
    .set({ is_waiting: false, next_ask_at: at })
    .where("card_id", "=", order.cardId)
    .where("lane", "=", ended.lane)
    .where("is_waiting", "=", true)
    .returning("id")
    .executeTakeFirst();
  const rule = orderRules[order.kind];
  if (word.kind === "done") await rule.done(tx, app, order);
  else if (!isReplaced) await rule.refused(tx, app, order, word.code, word.until);
  // Nobody wants the older thing back that somebody asked to undo meanwhile.
  else if (newer === undefined) await askOfNewPlastic(tx, order, at);
  return end;
}

/** What nobody can ask again by what is written down. */
export const ONCE: readonly OrderKind[] = ["change_pin", "reset_pin", "reveal_cvv"];

async function isKnownByAnotherToken(tx: Tx, order: RequestedOrder): Promise<boolean> {
  const { token } = await tx
    .selectFrom("card")
    .select("token")
    .where("id", "=", order.cardId)
    .executeTakeFirstOrThrow();
  return token !== order.token;
}

async function askOfNewPlastic(tx: Tx, order: RequestedOrder, at: Date): Promise<void> {
  const { cardId, kind, detail, actor, correlationId } = order;
  await openOrder(tx, { cardId, kind, detail, actor, correlationId, at });
}

function endOf({ state, answer }: { state: string; answer: string }): OrderEnd {
  return state === "done" ? { state: "done" } : { state: "refused", code: answer };
}
