import { formatPesos } from "#common/money.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { RequestedOrder, OrderRule } from "./cardOrder.ts";
import { wordOf } from "./issuerOutcome.ts";
import { notify } from "#server/platform/notifications/notify.ts";

/** The daily withdrawal limit: it is what the issuer keeps to, so with us it changes when it did there. */
export const limitRule: OrderRule = {
  ask: async (app, order) => {
    const { reference, token, createdAt } = order;
    const answer = await app.issuer.setLimit({
      reference,
      token,
      amount: amountOf(order),
      // As it was asked first: the same reference is the same order.
      startsAt: createdAt,
    });
    return answer.kind === "over_ceiling"
      ? { kind: "refused", code: "LIMIT_OVER_CEILING" }
      : wordOf(answer);
  },
  done: async (tx, app, order) => {
    const at = app.now();
    const amount = amountOf(order);
    const changed = await tx
      .updateTable("card")
      .set({ withdrawal_limit_centavos: amount })
      .where("id", "=", order.cardId)
      .where("withdrawal_limit_centavos", "<>", amount)
      .returning("id")
      .executeTakeFirst();
    await tx
      .updateTable("card")
      .set({ raised_limit_centavos: null, raised_limit_from: null })
      .where("id", "=", order.cardId)
      .where("raised_limit_centavos", "=", amount)
      .where("raised_limit_from", "<=", at)
      .execute();
    // With a new card the issuer is told the limit that it has with us already.
    if (changed === undefined) return;
    await audit(tx, {
      at,
      actorKind: order.actor.kind === "member" ? "member" : "system",
      actor: order.actor.name,
      action: "set_withdrawal_limit",
      object: `card:${order.cardId}`,
      correlationId: order.correlationId,
      detail: { reference: order.reference, amount: order.detail["amount"] ?? "" },
    });
    await notify(tx, {
      memberId: order.memberId,
      kind: "withdrawal_limit_set",
      params: { amount: formatPesos(amount) },
      at,
    });
  },
  refused: async (tx, app, order, code) => {
    app.log.error({ reference: order.reference, code }, "the issuer refused a withdrawal limit");
    const dropped = await tx
      .updateTable("card")
      .set({ raised_limit_centavos: null, raised_limit_from: null })
      .where("id", "=", order.cardId)
      .where("raised_limit_centavos", "=", amountOf(order))
      .returning("id")
      .executeTakeFirst();
    if (dropped === undefined) return;
    await notify(tx, {
      memberId: order.memberId,
      kind: "limit_raise_dropped",
      params: { amount: formatPesos(amountOf(order)) },
      at: app.now(),
    });
  },
};

/** Centavos, as setOwnLimit wrote them. */
function amountOf({ detail }: RequestedOrder): bigint {
  return BigInt(detail["amount"] ?? "");
}
