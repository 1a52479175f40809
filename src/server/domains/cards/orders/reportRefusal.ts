import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";
import type { RequestedOrder } from "./cardOrder.ts";
import { readLastDeactivation } from "./stopAtIssuer.ts";

/**
 * The issuer refused what was decided here: that stands in the trail and among the exceptions, for a person. Of a card
 * that is to be stopped one exception stands for every refusal since it was ended with us, until somebody resolves it, the
 * issuer agrees or the card is taken into use again.
 */
export async function reportRefusal(
  tx: Tx,
  app: App,
  order: RequestedOrder,
  code: string,
): Promise<void> {
  const { reference, kind, correlationId } = order;
  app.log.error({ reference, kind, code, correlationId }, "the issuer refused what staff decided");
  const at = app.now();
  if (kind !== "deactivate" || !(await hasOpenException(tx, order.cardId))) {
    await tx.insertInto("card_order_exception").values({ order_id: order.id, at }).execute();
  }
  await audit(tx, {
    at,
    actorKind: "system",
    actor: "issuer",
    action: "report_card_order",
    object: `card_order:${reference}`,
    correlationId,
    detail: { kind, code },
  });
}

async function hasOpenException(tx: Tx, cardId: bigint): Promise<boolean> {
  return (await readRefusedSince(tx, cardId)) !== undefined;
}

/**
 * Since when an exception stands because the issuer did not stop the card, undefined where none does: of the last time
 * that the card was ended with us. What stands from before, when it came back into use in between, says nothing of it.
 */
export async function readRefusedSince(tx: Tx, cardId: bigint): Promise<Date | undefined> {
  const decided = await readLastDeactivation(tx, cardId);
  const open = await openStopExceptions(tx, cardId)
    .select("x.at")
    .where("o.created_at", ">=", decided?.at ?? new Date(0))
    .orderBy("x.at")
    .limit(1)
    .executeTakeFirst();
  return open?.at;
}

/** What stands among the exceptions because the issuer did not stop the card. The caller holds the card's row. */
function openStopExceptions(tx: Tx, cardId: bigint) {
  return tx
    .selectFrom("card_order_exception as x")
    .innerJoin("card_order as o", "o.id", "x.order_id")
    .select("x.id")
    .where("x.resolved_at", "is", null)
    .where("o.card_id", "=", cardId)
    .where("o.kind", "=", "deactivate");
}

/** Resolves them, in the words of what became of it. */
export async function resolveStopExceptions(
  tx: Tx,
  cardId: bigint,
  { at, by, resolution }: { at: Date; by: string; resolution: string },
): Promise<void> {
  await tx
    .updateTable("card_order_exception")
    .set({ resolved_at: at, resolved_by: by, resolution })
    .where("id", "in", openStopExceptions(tx, cardId))
    .execute();
}
