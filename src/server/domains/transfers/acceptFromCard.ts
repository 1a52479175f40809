import type { App } from "#server/platform/app.ts";
import { acceptAloneToBank, acceptToBank } from "./acceptToBank.ts";
import type { Verdict } from "./acceptTogether.ts";
import {
  type AnyOrderFromCard,
  approval,
  askAboutOrder,
  bySchedule,
  credentials,
  type OrderFromCard,
  type ScheduledOrder,
} from "./orderFromCard.ts";
import { persist } from "./persist.ts";
import { type BankIntent, type FromCardIntent, isToBank, sourceOf } from "./storedIntent.ts";

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

/** The same of an order that a schedule makes, in its transaction: by the same functions. */
export function acceptScheduledFromCard(
  app: App,
  order: ScheduledOrder<FromCardIntent>,
): Promise<Verdict> {
  const { intent } = order;
  return isToBank(intent)
    ? acceptAloneToBank(app, bySchedule({ ...order, intent }))
    : acceptInHouse(app, bySchedule({ ...order, intent }));
}

/** What the card issuer's word ends, whichever kind it is. */
async function acceptInHouse(
  app: App,
  order: AnyOrderFromCard<Exclude<FromCardIntent, BankIntent>>,
): Promise<Verdict> {
  const { kind, destination_account: account, amount } = order.intent;
  const values = [...credentials(app, app.now(), order), kind, account, amount, ...approval(order)];
  return askAboutOrder(app, {
    name: "accept_issuer_transfer",
    values: [...values, order.scheduleId ?? null, sourceOf(order.intent)],
    tx: order.tx,
  });
}
