import type { CardActor } from "#server/domains/cards/state/moveCard.ts";
import type { Tx } from "#server/db/db.ts";
import type { OrderKind } from "./cardOrder.ts";
import { openOrder } from "./openOrder.ts";
import { ONCE } from "./settleOrder.ts";

export type NewPlastic = {
  cardId: bigint;
  /** The issuer opened the account with it: at the programme's ceiling, the card's own limit may be lower. */
  isFirst: boolean;
  /** The member, who took it into use. */
  actor: CardActor;
  correlationId: string;
  at: Date;
};

/**
 * Asks the issuer to hold the new plastic as it is held with us: locks, suspension, deactivation, and the
 * limit of a first card. Where something is asked already, that is newer than what holds: it goes on, at
 * once. In the transaction that takes the plastic into use, which holds the card's row.
 */
export async function orderForNewPlastic(tx: Tx, plastic: NewPlastic): Promise<void> {
  const { cardId, isFirst, actor: member, correlationId, at } = plastic;
  const card = await tx
    .selectFrom("card")
    .select(["status", "member_locked", "admin_locked", "suspended_until", "deactivated_for"])
    .select(["freeze_locked", "withdrawal_limit_centavos"])
    .where("id", "=", cardId)
    .executeTakeFirstOrThrow();
  const asked = await hasten(tx, cardId, at);
  const job = { kind: "job", name: "new_plastic" } as const;
  const hold = async (lane: string, kind: OrderKind, actor: CardActor, detail = {}) => {
    if (asked.has(lane)) return;
    await openOrder(tx, { cardId, kind, detail, actor, correlationId, at });
  };
  if (card.admin_locked) await hold("admin_lock", "admin_lock", job);
  if (card.freeze_locked) await hold("freeze_lock", "freeze_lock", job);
  if (card.member_locked) await hold("member_lock", "lock", member);
  if (card.status === "deactivated") {
    await hold("use", "deactivate", job, { reason: card.deactivated_for ?? "" });
  }
  const { suspended_until: until } = card;
  if (card.status === "suspended" && until !== null && until > at) {
    await hold("use", "suspend", job, { until: until.toISOString() });
  }
  if (isFirst) {
    await hold("set_limit", "set_limit", member, {
      amount: String(card.withdrawal_limit_centavos),
    });
  }
}

/** The lanes in which something is asked for. Under the old plastic's name the answer is that it was replaced. */
async function hasten(tx: Tx, cardId: bigint, at: Date): Promise<Set<string>> {
  await tx
    .updateTable("card_order")
    .set({ next_ask_at: at })
    .where("card_id", "=", cardId)
    .where("next_ask_at", ">", at)
    .where("kind", "not in", ONCE)
    .execute();
  const open = await tx
    .selectFrom("card_order")
    .select("lane")
    .where("card_id", "=", cardId)
    .where("state", "=", "open")
    .execute();
  return new Set(open.map(({ lane }) => lane));
}
