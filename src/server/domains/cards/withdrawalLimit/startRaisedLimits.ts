import { type ExpressionBuilder, sql } from "kysely";
import { cardActions } from "#contract/cardActions.ts";
import type { App } from "#server/platform/app.ts";
import { openOrder } from "#server/domains/cards/orders/openOrder.ts";
import { transact } from "#server/db/db.ts";
import type { Schema } from "#server/db/db.ts";

/**
 * Orders the raises whose time has come. The issuer is asked by sweepCardOrders; until it has confirmed,
 * the old limit holds. None starts on a card that is locked or not in use, or in its member's pause, and none before a limit that
 * was asked for earlier has its answer. Answers how many cards were due.
 */
export async function startRaisedLimits(app: App): Promise<number> {
  const at = app.now();
  const due = await app.db
    .selectFrom("card")
    .select("id")
    .where("raised_limit_from", "<=", at)
    .where(mayStart)
    .where(ofNobodyPaused(at))
    .orderBy("raised_limit_from")
    .limit(100)
    .execute();
  for (const { id } of due) {
    await transact(app.db, async (tx) => {
      const card = await tx
        .selectFrom("card")
        .select(["raised_limit_centavos", "raised_limit_from"])
        .where("id", "=", id)
        .where(mayStart)
        .where(ofNobodyPaused(at))
        .forNoKeyUpdate()
        .executeTakeFirst();
      // Locked meanwhile: it waits for its turn.
      if (card === undefined) return;
      const { raised_limit_centavos: amount, raised_limit_from: from } = card;
      // Taken back, or put off by a newer one, meanwhile.
      if (amount === null || from === null || from > at) return;
      await openOrder(tx, {
        cardId: id,
        kind: "set_limit",
        detail: { amount: String(amount) },
        actor: { kind: "job", name: "startRaisedLimits" },
        correlationId: `raised-limit-${id}`,
        at,
      });
    });
  }
  return due.length;
}

const rule = cardActions.start_raised_limit;
const LOCKS = { staff: "admin_locked", member: "member_locked" } as const;

/** A raise that was asked for before a pause began starts after it. */
function ofNobodyPaused(at: Date) {
  return sql<boolean>`not exists (
    select from member m where m.id = card.member_id and is_paused(m, ${at}))`;
}

function mayStart(card: ExpressionBuilder<Schema, "card">) {
  return card.and([
    card("status", "in", rule.in),
    ...rule.stoppedBy.map((who) => card(LOCKS[who], "=", false)),
    card.not(
      card.exists(
        card
          .selectFrom("card_order as o")
          .select("o.id")
          .whereRef("o.card_id", "=", "card.id")
          .where("o.kind", "=", "set_limit")
          .where("o.state", "=", "open"),
      ),
    ),
  ]);
}
