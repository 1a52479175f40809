import { audit } from "#server/platform/audit/writeAudit.ts";
import type { OrderRule } from "./cardOrder.ts";
import { wordOf } from "./issuerOutcome.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";

/** A new CVV, made and known at the issuer. The member is told that there is one, never which. */
export const cvvRule: OrderRule = {
  ask: async (app, { reference, token }) =>
    wordOf(await app.issuer.generateCvv({ reference, token })),
  done: async (tx, app, order) => {
    const at = app.now();
    await tx
      .updateTable("card")
      .set({ cvv_changed_at: at, cvv_unseen: true })
      .where("id", "=", order.cardId)
      .execute();
    await audit(tx, {
      at,
      actorKind: "member",
      actor: order.actor.name,
      action: "generate_cvv",
      object: `card:${order.cardId}`,
      correlationId: order.correlationId,
      detail: { reference: order.reference },
    });
    await tellMember(tx, app, { memberId: order.memberId, notice: "cvv_changed" });
  },
  refused: () => Promise.resolve(),
};

/**
 * One look at a new CVV. It is spent before the issuer is asked; where nobody can say any more whether it
 * was shown (the process died, or the issuer did not answer) it was not, and the member may look again.
 */
export const revealRule: OrderRule = {
  ask: () => Promise.resolve({ kind: "refused", code: "not_shown" }),
  done: async (tx, app, order) =>
    audit(tx, {
      at: app.now(),
      actorKind: "member",
      actor: order.actor.name,
      action: "reveal_cvv",
      object: `card:${order.cardId}`,
      correlationId: order.correlationId,
      detail: { reference: order.reference },
    }),
  refused: async (tx, _app, order) => {
    await tx.updateTable("card").set({ cvv_unseen: true }).where("id", "=", order.cardId).execute();
  },
};
