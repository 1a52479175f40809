import type { App } from "#server/platform/app.ts";
import { acceptToBank } from "./acceptToBank.ts";
import type { Verdict } from "./acceptTogether.ts";
import { approval, askAboutOrder, credentials, type OrderFromCard } from "./orderFromCard.ts";
import { persist } from "./persist.ts";
import { type BankIntent, type FromCardIntent, isToBank } from "./storedIntent.ts";

/**
 * Accepts an order from a card and answers the verdict, once it is committed. Throws what PostgreSQL raised,
 * except for races.
 */
export function acceptFromCard(app: App, order: OrderFromCard): Promise<Verdict> {
  const { intent } = order;
  return isToBank(intent)
    ? acceptToBank[intent.kind](app, { ...order, intent })
    : persist(() => acceptInHouse(app, { ...order, intent }));
}

/** What the card issuer's word ends, whichever kind it is. */
async function acceptInHouse(
  app: App,
  order: OrderFromCard<Exclude<FromCardIntent, BankIntent>>,
): Promise<Verdict> {
  const { kind, destination_account: account, amount } = order.intent;
  return askAboutOrder(app, {
    name: "accept_issuer_transfer",
    values: [...credentials(app, app.now(), order), kind, account, amount, ...approval(order)],
  });
}
