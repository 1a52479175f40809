import { sql } from "kysely";
import type { CardActor } from "#server/domains/cards/state/moveCard.ts";
import { manilaDate } from "#common/manila.ts";
import type { Tx } from "#server/db/db.ts";
import type { OrderKind } from "./cardOrder.ts";

export type NewOrder = {
  cardId: bigint;
  kind: OrderKind;
  /** Texts that say what is asked for. Never a PIN, a CVV or a number of a card. */
  detail?: Record<string, string>;
  actor: CardActor;
  correlationId: string;
  at: Date;
  /** When the worker asks, if nobody has until then: whoever asks at once leaves itself the time. */
  askFrom?: Date;
};

type Lane = { id: bigint; kind: string; detail: unknown; is_waiting: boolean };

/**
 * Writes down what the issuer is to be asked, in the transaction that decided it, and answers the order's
 * id. The same thing asked for again is the order that is open already. One that contradicts it waits until
 * it has ended, and replaces what waits there, or says both. The caller holds the card's row (lockCardRow).
 */
export async function openOrder(tx: Tx, wish: NewOrder): Promise<bigint> {
  const open = await readLane(tx, wish);
  const last = open.at(-1);
  const order = last?.is_waiting === true ? afterWaiting(last, wish) : wish;
  if (last !== undefined && isSame(last, order)) return last.id;
  if (last?.is_waiting === true) {
    await tx
      .updateTable("card_order")
      .set({ state: "refused", is_waiting: false, ended_at: order.at, answer: "superseded" })
      .where("id", "=", last.id)
      .execute();
    const head = open[0];
    if (head !== undefined && isSame(head, order)) return head.id;
  }
  return insertOrder(tx, order, open.length > 0);
}

/** The open orders of the lane: the one that is asked, then the one that waits. */
function readLane(tx: Tx, { cardId, kind }: NewOrder): Promise<Lane[]> {
  return tx
    .selectFrom("card_order")
    .select(["id", "kind", "detail", "is_waiting"])
    .where("card_id", "=", cardId)
    .where("state", "=", "open")
    .where("lane", "=", lanes[kind] ?? kind)
    .orderBy("id")
    .forUpdate()
    .execute();
}

async function insertOrder(tx: Tx, order: NewOrder, isWaiting: boolean): Promise<bigint> {
  const { at } = order;
  const { id } = await tx
    .insertInto("card_order")
    .values({
      reference: sql<string>`'CO' || ${manilaDate(at).slice(2).replaceAll("-", "")} || '-'
        || lpad(nextval('card_order_number')::text, 10, '0')`,
      card_id: order.cardId,
      token: sql<string | null>`(select c.token from card c where c.id = ${order.cardId})`,
      kind: order.kind,
      is_waiting: isWaiting,
      detail: JSON.stringify(order.detail ?? {}),
      actor_kind: order.actor.kind,
      actor: order.actor.name,
      correlation_id: order.correlationId,
      created_at: at,
      next_ask_at: isWaiting ? null : (order.askFrom ?? at),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Only one order waits. A suspension that is set or lifted undoes no reactivation that waits: without that
 * the card would stay deactivated at the issuer. So the reactivation says how the card is to be left.
 */
function afterWaiting({ kind }: Lane, wish: NewOrder): NewOrder {
  if (kind !== "reactivate" || (wish.kind !== "suspend" && wish.kind !== "unsuspend")) return wish;
  const detail = { until: wish.detail?.["until"] ?? NOT_SUSPENDED };
  return { ...wish, kind: "reactivate", detail };
}

/** Instead of a moment: no suspension is left. */
export const NOT_SUSPENDED = "none";

/** As the table computes it (baseline/110_cards.sql). */
const lanes: Partial<Record<OrderKind, string>> = {
  lock: "member_lock",
  unlock: "member_lock",
  admin_lock: "admin_lock",
  admin_unlock: "admin_lock",
  freeze_lock: "freeze_lock",
  freeze_unlock: "freeze_lock",
  suspend: "use",
  unsuspend: "use",
  deactivate: "use",
  reactivate: "use",
};

/** Keys in any order: the column keeps none. */
function isSame(one: Lane, { kind, detail = {} }: NewOrder): boolean {
  if (one.kind !== kind) return false;
  const known = Object.entries(one.detail ?? {});
  return (
    known.length === Object.keys(detail).length &&
    known.every(([name, value]) => detail[name] === value)
  );
}
