import type { App } from "#server/platform/app.ts";
import { acceptToBank } from "./acceptToBank.ts";
import type { Verdict } from "./acceptTogether.ts";
import { approval, askAboutOrder, credentials, type OrderFromCard } from "./orderFromCard.ts";
import { persist } from "./persist.ts";
import type { FromCardIntent } from "./storedIntent.ts";

/** The verdict on an order, once it is committed. Throws what PostgreSQL raised, but for races. */
export function acceptFromCard(app: App, order: OrderFromCard): Promise<Verdict> {
  const { intent } = order;
  return intent.kind === "card"
    ? persist(() => toCard(app, { ...order, intent }))
    : acceptToBank[intent.kind](app, { ...order, intent });
}

type CardIntent = Extract<FromCardIntent, { kind: "card" }>;

async function toCard(app: App, order: OrderFromCard<CardIntent>): Promise<Verdict> {
  const { destination_account: account, amount } = order.intent;
  return askAboutOrder(app, {
    name: "accept_card_transfer",
    values: [...credentials(app, app.now(), order), account, amount, ...approval(order)],
  });
}
