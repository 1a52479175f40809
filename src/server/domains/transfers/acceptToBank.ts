import { railText } from "#common/railText.ts";
import { brand } from "#brand";
import { byRail, isBatched, type Rail } from "#contract/transferKinds.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { App } from "#server/platform/app.ts";
import {
  creditMoment,
  pesonetCycle,
  readClearing,
} from "#server/platform/calendar/pesonetCycles.ts";
import { sessionLimits } from "#server/platform/http/session.ts";
import { acceptTogether, type PlainAnswers } from "./acceptTogether.ts";
import { isRailOpen } from "#server/platform/status/readAway.ts";
import {
  type AnyOrderFromCard,
  approval,
  askAboutOrder,
  credentials,
  type OrderFromCard,
} from "./orderFromCard.ts";
import { shopJson } from "./shopOf.ts";
import { type BankIntent, payeeNameOf, sourceOf, storedIntent } from "./storedIntent.ts";

type BankOrder = OrderFromCard<BankIntent>;

/**
 * Accepts an order to another bank by its rail and answers the verdict, once it is committed. Orders over one
 * rail of the same moment share one transaction.
 */
export const acceptToBank = byRail(acceptOver);

function acceptOver(rail: Rail) {
  return acceptTogether<BankOrder>({
    plain: (app, orders) => acceptPlain(app, rail, orders),
    alone: acceptAloneToBank,
  });
}

async function acceptPlain(app: App, rail: Rail, orders: BankOrder[]): Promise<PlainAnswers> {
  const { idleSeconds, lifeSeconds } = sessionLimits(app);
  const at = app.now();
  const names = orders.map(({ intent }) => payeeNameOf(intent));
  const values = [
    at,
    idleSeconds,
    lifeSeconds,
    rail,
    brand.cardDisplayName,
    ...(await cycleOf(app.db, rail, at)),
    orders.map(({ tokenHash }) => tokenHash),
    orders.map(({ cookieHash }) => cookieHash),
    orders.map(({ key }) => key),
    orders.map(({ requestHash }) => requestHash),
    orders.map(({ intent }) => intent.destination_bank),
    orders.map(({ intent }) => intent.destination_account_number),
    names,
    names.map(railText),
    orders.map(({ intent }) => intent.amount),
    orders.map(({ intent }) => JSON.stringify(storedIntent(intent))),
    orders.map(({ pinId }) => pinId),
    orders.map(({ pinHmac }) => pinHmac),
    orders.map(({ correlationId }) => correlationId),
    await isRailOpen(app, rail),
    orders.map(({ intent }) => sourceOf(intent)),
    orders.map(({ intent }) => shopJson(intent)),
  ];
  const { rows } = await app.pool.query<{ answers: PlainAnswers }>({
    // A named statement is planned once a connection.
    name: "accept_plain_bank_transfers",
    text: `select accept_plain_bank_transfers(${values.map((_, place) => `$${place + 1}`).join(", ")}) as answers`,
    values,
  });
  return rows[0]?.answers ?? {};
}

/** By itself, of a member or of a schedule. */
export async function acceptAloneToBank(app: App, order: AnyOrderFromCard<BankIntent>) {
  const at = app.now();
  const { intent } = order;
  const name = payeeNameOf(intent);
  return askAboutOrder(app, {
    name: "accept_bank_transfer",
    values: [
      ...credentials(app, at, order),
      intent.kind,
      intent.destination_bank,
      intent.destination_account_number,
      name,
      railText(name),
      intent.amount,
      ...approval(order),
      ...(await cycleOf(order.tx ?? app.db, intent.kind, at)),
      await isRailOpen(app, intent.kind, order.tx),
      order.scheduleId ?? null,
      sourceOf(intent),
      shopJson(intent),
    ],
    tx: order.tx,
  });
}

/**
 * The cycle that takes an order of this moment, where the rail has cycles: day, number, and by when it is
 * credited.
 */
async function cycleOf(db: Db | Tx, rail: Rail, at: Date): Promise<unknown[]> {
  if (!isBatched(rail)) return [null, null, null];
  const cycle = pesonetCycle(await readClearing(db), at);
  return [cycle.day, cycle.no, creditMoment(cycle)];
}
