import type { ExpressionBuilder } from "kysely";
import { cardActions } from "#contract/cardActions.ts";
import type { App } from "#server/platform/app.ts";
import { openOrder } from "#server/domains/cards/orders/openOrder.ts";
import { type Schema, transact } from "#server/db/db.ts";

const BATCH_SIZE = 100;

/**
 * Orders the end of the members' own locks whose time has come: the issuer is asked by sweepCardOrders, and the lock
 * holds until it has confirmed. None ends on a card that is not in use, or that staff or a freeze lock as well: it
 * does when that is over. Answers how many were due.
 */
export async function endCardLocks(app: App): Promise<number> {
  const at = app.now();
  const due = await app.db
    .selectFrom("card")
    .select("id")
    .where("member_lock_ends_at", "<=", at)
    .where(mayEnd)
    .orderBy("member_lock_ends_at")
    .limit(BATCH_SIZE)
    .execute();
  for (const { id } of due) {
    await transact(app.db, async (tx) => {
      const card = await tx
        .selectFrom("card")
        .select("id")
        .where("id", "=", id)
        // Put off, or opened by hand, meanwhile.
        .where("member_lock_ends_at", "<=", at)
        .where(mayEnd)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (card === undefined) return;
      await openOrder(tx, {
        cardId: id,
        kind: "unlock",
        actor: { kind: "job", name: "endCardLocks" },
        correlationId: `card-lock-${id}`,
        at,
      });
    });
  }
  return due.length;
}

function mayEnd(card: ExpressionBuilder<Schema, "card">) {
  return card.and([
    card("status", "in", cardActions.unlock_card.in),
    card("member_locked", "=", true),
    card("admin_locked", "=", false),
    card("freeze_locked", "=", false),
    card.not(
      card.exists(
        card
          .selectFrom("card_order as o")
          .select("o.id")
          .whereRef("o.card_id", "=", "card.id")
          .where("o.lane", "=", "member_lock")
          .where("o.state", "=", "open"),
      ),
    ),
  ]);
}
