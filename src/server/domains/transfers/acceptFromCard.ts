import type { FromCardKind } from "#contract/transferKinds.ts";
import type { IntentOf } from "#contract/transfers.ts";
import type { App } from "#server/platform/app.ts";
import { acceptToBank } from "./acceptToBank.ts";
import type { Verdict } from "./acceptTogether.ts";
import { approval, askAboutOrder, credentials, type OrderFromCard } from "./orderFromCard.ts";
import { persist } from "./persist.ts";

type Accept<Kind extends FromCardKind> = (
  app: App,
  order: OrderFromCard<IntentOf<Kind>>,
) => Promise<Verdict>;

/** How an order of each kind is accepted. */
const ACCEPT: { [Kind in FromCardKind]: Accept<Kind> } = {
  card: (app, order) => persist(() => toCard(app, order)),
  ...acceptToBank,
};

/** The verdict on an order, once it is committed. Throws what PostgreSQL raised, but for races. */
export function acceptFromCard(app: App, order: OrderFromCard): Promise<Verdict> {
  // Of the order's own kind, which the compiler cannot see.
  const accept = ACCEPT[order.intent.kind] as Accept<FromCardKind>;
  return accept(app, order);
}

async function toCard(app: App, order: OrderFromCard<IntentOf<"card">>): Promise<Verdict> {
  const { destination_account: account, amount } = order.intent;
  return askAboutOrder(app, {
    name: "accept_card_transfer",
    values: [...credentials(app, app.now(), order), account, amount, ...approval(order)],
  });
}
