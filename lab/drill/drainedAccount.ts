import { toDecimal } from "#common/money.ts";
import { TRANSFER_KIND_NAMES, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { asOwner } from "#lab/killLoop/prepare.ts";
import type { Writer } from "#lab/killLoop/writers.ts";
import { checkBooks, settle } from "./checkBooks.ts";
import { type DrillBank, pause, startDrillBank } from "./drillBank.ts";
import { atMost, type Found, type Goal, none } from "./goal.ts";
import {
  approveOrders,
  isUnknown,
  type Kind,
  newOrder,
  newPromises,
  type Order,
  type Promises,
  sendOnce,
} from "./orders.ts";
import { gatherCrowd, LONG_SESSIONS } from "./underLoad.ts";

/** How many orders come at once, and how many of each account's are covered. */
const WAVES = [
  { clients: 60, covered: { savings: 5, card: 10 } },
  { clients: 500, covered: { savings: 40, card: 100 } },
];
const TRIES = 200;

const isFromAccount = (kind: Kind) => TRANSFER_KINDS[kind].leaves === "account";
const WARM_UP = { waves: 10, clients: 40 };

export const drainedAccount: Goal = {
  name: "R5",
  title: "many clients drain one account over all routes",
  figure:
    "60 and 500 at once: exactly what is there is paid out, no balance below 0, p99 within 2 s",
  how: "one member's orders of every kind in the same moment, more than the money is enough for",
  run: async (options) => {
    const found: Found[] = [];
    for (const wave of WAVES) {
      const bank = await startDrillBank({
        name: "R5",
        environment: LONG_SESSIONS,
        say: options.say,
      });
      try {
        options.say(`${wave.clients} at once`);
        found.push(...(await drain(bank, wave)));
      } finally {
        await bank.end();
      }
    }
    return found;
  },
};

type Wave = (typeof WAVES)[number];
type Money = { savings: bigint; card: bigint };

async function drain(bank: DrillBank, { clients, covered }: Wave): Promise<Found[]> {
  const { writers } = await gatherCrowd(bank, 3);
  const [member, receiver, earlier] = writers;
  if (member === undefined || receiver === undefined || earlier === undefined) {
    throw new Error("three members are needed");
  }
  await liftLimits(bank);
  const { taken, ahead } = await warmUp(bank, earlier, receiver);
  // Nothing comes in meanwhile: a top-up that arrives would be enough for another order.
  await bank.sandbox.fault("issuer", "down");
  const before = await moneyOf(bank, member);
  // So much that exactly the wanted number is covered, with less than one left over.
  const price = {
    savings: (before.savings * 2n) / BigInt(2 * covered.savings + 1),
    card: (before.card * 2n) / BigInt(2 * covered.card + 1),
  };
  const fees = await feesOf(bank);
  const orders = Array.from({ length: clients }, (_, place) => {
    const kind = TRANSFER_KIND_NAMES[place % TRANSFER_KIND_NAMES.length] ?? "own";
    const costs = isFromAccount(kind) ? price.savings : price.card;
    return newOrder(member, kind, toDecimal(costs - (fees[kind] ?? 0n)), receiver.cardAccount);
  });
  await approveOrders(bank.stack, orders);
  const promises = newPromises();
  const took = await Promise.all(orders.map((order) => sendPatiently(order, promises)));
  for (const [key, refNo] of taken) promises.refNos.set(key, refNo);
  const after = await moneyOf(bank, member);
  await bank.sandbox.endFaults();
  await settle(bank, ahead);
  const name = `${clients} at once: `;
  const paid = countPaid(orders, promises);
  return [
    exactly(`${name}orders from savings`, paid.savings, covered.savings),
    exactly(`${name}orders from the card`, paid.card, covered.card),
    exactly(
      `${name}taken from savings`,
      before.savings - after.savings,
      price.savings * BigInt(covered.savings),
    ),
    exactly(
      `${name}taken from the card`,
      before.card - after.card,
      price.card * BigInt(covered.card),
    ),
    none(`${name}refusals that are not about the money`, otherRefusals(promises)),
    none(`${name}answers from 500 on but 503`, serverFaults(promises)),
    atMost(`${name}p99 of an answer`, percentile99(took), 2, " s"),
    none(`${name}balances below 0`, await negatives(bank)),
    ...(await checkBooks(bank, promises)),
  ];
}

/**
 * Somebody else's orders, so that the bank is one that has been running: the first calls of a program are its
 * slowest. Answers the references of those that were taken, by key, and by how many seconds the clock is ahead.
 */
async function warmUp(
  bank: DrillBank,
  writer: Writer,
  receiver: Writer,
): Promise<{ taken: Promises["refNos"]; ahead: number }> {
  const promises = newPromises();
  for (let wave = 0; wave < WARM_UP.waves; wave += 1) {
    const orders = Array.from({ length: WARM_UP.clients }, (_, place) =>
      newOrder(
        writer,
        TRANSFER_KIND_NAMES[place % TRANSFER_KIND_NAMES.length],
        undefined,
        receiver.cardAccount,
      ),
    );
    await approveOrders(bank.stack, orders);
    await Promise.all(orders.map((order) => sendPatiently(order, promises)));
  }
  if (promises.refNos.size === 0) throw new Error("nothing was taken before the drill began");
  // What follows from these orders has an end, too: one burst is looked at, not the end of another.
  return { ahead: await settle(bank), taken: promises.refNos };
}

/** Until it is a yes or a no; answers how long the last try took, in seconds. */
async function sendPatiently(order: Order, promises: Promises): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const startedAt = performance.now();
    const answer = await sendOnce(order, promises, 60_000);
    const seconds = (performance.now() - startedAt) / 1000;
    if (answer.body.status === true) return seconds;
    if (!isUnknown(answer)) {
      promises.refused.set(order.key, answer.body.code ?? String(answer.httpStatus));
      return seconds;
    }
    promises.repeats += 1;
    await pause(200);
  }
  throw new Error(`${order.key} got no answer in ${TRIES} tries`);
}

async function liftLimits({ stack }: DrillBank): Promise<void> {
  await asOwner(stack, (owner) =>
    owner.query("update transfer_limit set centavos = 99999999900 where name not like '%_fee'"),
  );
}

async function feesOf({ stack }: DrillBank): Promise<Partial<Record<Kind, bigint>>> {
  return asOwner(stack, async (owner) => {
    const { rows } = await owner.query<{ name: string; centavos: string }>(
      "select name, centavos from transfer_limit where name like '%_fee'",
    );
    const fees = new Map(rows.map(({ name, centavos }) => [name, BigInt(centavos)]));
    const feeOf = (kind: Kind) => fees.get(TRANSFER_KINDS[kind].fee?.limit ?? "") ?? 0n;
    return Object.fromEntries(TRANSFER_KIND_NAMES.map((kind) => [kind, feeOf(kind)]));
  });
}

async function moneyOf({ stack }: DrillBank, member: Writer): Promise<Money> {
  return asOwner(stack, async (owner) => {
    const { rows } = await owner.query<{ subledger: string; available: string }>(
      "select subledger, available_centavos as available from ledger_account where subledger = any ($1)",
      [[member.sourceAccount, member.cardAccount]],
    );
    const of = new Map(rows.map(({ subledger, available }) => [subledger, BigInt(available)]));
    return { savings: of.get(member.sourceAccount) ?? 0n, card: of.get(member.cardAccount) ?? 0n };
  });
}

async function negatives({ stack }: DrillBank): Promise<string[]> {
  return asOwner(stack, async (owner) => {
    const { rows } = await owner.query<{ subledger: string }>(
      "select subledger from ledger_account where kind <> 'control' and available_centavos < 0",
    );
    return rows.map(({ subledger }) => subledger);
  });
}

function countPaid(
  orders: readonly Order[],
  { refNos }: Promises,
): { savings: number; card: number } {
  const paid = orders.filter(({ key }) => refNos.has(key));
  const savings = paid.filter(({ kind }) => isFromAccount(kind)).length;
  return { savings, card: paid.length - savings };
}

function otherRefusals({ refused }: Promises): string[] {
  return [...refused.values()].filter((code) => code !== "insufficient_funds");
}

function serverFaults({ statuses }: Promises): string[] {
  return [...statuses]
    .filter(([status]) => status >= 500 && status !== 503)
    .map(([status, times]) => `${times} times ${status}`);
}

function percentile99(seconds: readonly number[]): number {
  const sorted = seconds.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0;
}

function exactly(what: string, seen: number | bigint, wanted: number | bigint): Found {
  const show = (value: number | bigint) =>
    typeof value === "bigint" ? toDecimal(value) : String(value);
  return { what, seen: `${show(seen)} of ${show(wanted)}`, held: seen === wanted };
}
