import type { App } from "#server/platform/app.ts";
import type { RequestedOrder, OrderKind, OrderRule } from "./cardOrder.ts";
import type { DeactivationReason } from "#server/platform/gateways/cardIssuer/cardIssuer.ts";
import { wordOf } from "./issuerOutcome.ts";
import { NOT_SUSPENDED } from "./openOrder.ts";
import { reportRefusal } from "./reportRefusal.ts";
import { stopDone, stopRefused } from "./stopEnd.ts";

type DeskKind = Extract<
  OrderKind,
  | "admin_lock"
  | "admin_unlock"
  | "freeze_lock"
  | "freeze_unlock"
  | "suspend"
  | "unsuspend"
  | "deactivate"
  | "reactivate"
>;

const REASONS: readonly DeactivationReason[] = [
  "lost",
  "stolen",
  "fraud",
  "expiry",
  "death",
  "replaced",
];

/**
 * What staff and jobs decided about a card, and what a frozen access does to it: with us it holds from the moment of the decision (moveCard in
 * its transaction), and the order brings the issuer to the same. A no of the issuer is an
 * exception for a person (staff/jobs): the two then differ.
 */
export const deskRules: Record<DeskKind, OrderRule> = {
  admin_lock: rule((app, order) => app.issuer.lock({ ...orderOf(order), scope: "admin" })),
  admin_unlock: rule((app, order) => app.issuer.unlock({ ...orderOf(order), scope: "admin" })),
  freeze_lock: rule((app, order) => app.issuer.lock({ ...orderOf(order), scope: "freeze" })),
  freeze_unlock: rule((app, order) => app.issuer.unlock({ ...orderOf(order), scope: "freeze" })),
  suspend: rule((app, order) =>
    app.issuer.suspend({ ...orderOf(order), until: new Date(order.detail["until"] ?? "") }),
  ),
  unsuspend: rule((app, order) => app.issuer.unsuspend(orderOf(order))),
  deactivate: {
    ...rule((app, order) => app.issuer.deactivate({ ...orderOf(order), reason: reasonOf(order) })),
    done: stopDone,
    refused: stopRefused,
  },
  reactivate: rule(reactivate),
};

type Answer =
  | { kind: "done" }
  | { kind: "refused"; code: string }
  | { kind: "unknown"; reason: string };

function rule(ask: (app: App, order: RequestedOrder) => Promise<Answer>): OrderRule {
  return {
    ask: async (app, order) => wordOf(await ask(app, order)),
    done: () => Promise.resolve(),
    refused: reportRefusal,
  };
}

/** In `detail.until`, where it waited: how the suspension from before is to be left; as it is without. */
async function reactivate(app: App, order: RequestedOrder): Promise<Answer> {
  const { reference, token } = order;
  const answer = await app.issuer.reactivate({ reference, token });
  const { until } = order.detail;
  if (answer.kind !== "done" || until === undefined) return answer;
  const next = { reference: `${reference}-S`, token };
  return until === NOT_SUSPENDED
    ? app.issuer.unsuspend(next)
    : app.issuer.suspend({ ...next, until: new Date(until) });
}

const orderOf = ({ reference, token }: RequestedOrder) => ({ reference, token });

/** In `detail.reason`: the cause as the desk knows it. */
function reasonOf({ detail }: RequestedOrder): DeactivationReason {
  if (detail["reason"] === "expired") return "expiry";
  return REASONS.find((reason) => reason === detail["reason"]) ?? "closed";
}
