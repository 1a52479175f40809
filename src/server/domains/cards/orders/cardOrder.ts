import type { App } from "#server/platform/app.ts";
import type { CardActor } from "#server/domains/cards/state/moveCard.ts";
import type { Tx } from "#server/db/db.ts";

/** What the issuer can be asked to do with a card that there is. */
export type OrderKind =
  | "lock"
  | "unlock"
  | "admin_lock"
  | "admin_unlock"
  | "freeze_lock"
  | "freeze_unlock"
  | "change_pin"
  | "reset_pin"
  | "generate_cvv"
  | "reveal_cvv"
  | "set_limit"
  | "set_uses"
  | "suspend"
  | "unsuspend"
  | "deactivate"
  | "reactivate";

/** An order as it is asked: what the issuer calls it, and what the card is called. */
export type RequestedOrder = {
  id: bigint;
  reference: string;
  cardId: bigint;
  memberId: bigint;
  /** What the issuer calls the plastic. */
  token: string;
  accountNo: string;
  kind: OrderKind;
  detail: Record<string, string>;
  actor: CardActor;
  correlationId: string;
  createdAt: Date;
};

/** What the issuer said: yes, its own no, or nothing that can be relied on. */
export type IssuerOutcome =
  | { kind: "done" }
  /** `until`: of a suspension, by the issuer's clock. */
  | { kind: "refused"; code: string; until?: Date }
  | { kind: "unknown"; reason: string };

/** What became of an order; one that is open is asked again until it has ended. */
export type OrderEnd = { state: "done" } | { state: "refused"; code: string } | { state: "open" };

/** How a kind of order is asked, and what its end changes with us. */
export type OrderRule = {
  /** Asks under the order's reference, outside any transaction. */
  ask: (app: App, order: RequestedOrder) => Promise<IssuerOutcome>;
  /** In the transaction that ends the order, which holds the card's row. */
  done: (tx: Tx, app: App, order: RequestedOrder) => Promise<void>;
  refused: (tx: Tx, app: App, order: RequestedOrder, code: string, until?: Date) => Promise<void>;
};
