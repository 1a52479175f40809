import { usesIn, usesText } from "#contract/cardUses.ts";
import type { Tx } from "#server/db/db.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { announceToMember } from "#server/platform/settings/announceSettings.ts";
import type { OrderRule, RequestedOrder } from "./cardOrder.ts";
import { wordOf } from "./issuerOutcome.ts";

/** The switches of the card's uses: the issuer keeps to them, so with us they change when they did there. */
export const usesRule: OrderRule = {
  ask: async (app, order) => {
    const { reference, token } = order;
    return wordOf(await app.issuer.setUses({ reference, token, off: offIn(order) }));
  },
  done: async (tx, app, order) => {
    await tx
      .updateTable("card")
      .set({ uses_off: offIn(order) })
      .where("id", "=", order.cardId)
      .execute();
    await note(tx, app, order, "");
  },
  refused: (tx, app, order, code) => note(tx, app, order, code),
};

/** As setOwnUse wrote it. */
const offIn = ({ detail }: RequestedOrder) => usesIn(detail["off"] ?? "");

async function note(tx: Tx, app: App, order: RequestedOrder, refusedFor: string): Promise<void> {
  await audit(tx, {
    at: app.now(),
    actorKind: "member",
    actor: order.actor.name,
    action: "set_card_uses",
    object: `card:${order.cardId}`,
    correlationId: order.correlationId,
    detail: {
      reference: order.reference,
      off: usesText(offIn(order)),
      ...(refusedFor !== "" && { refusedFor }),
    },
  });
  // The page that shows a switch as under way reads it anew.
  await announceToMember(tx, order.memberId);
}
