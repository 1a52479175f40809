import { randomInt } from "node:crypto";
import type pg from "pg";
import { parsePesos } from "#common/money.ts";
import { getBalances } from "#contract/members.ts";
import { callBank } from "#test/client/bankClient.ts";
import { asOwner } from "#lab/killLoop/prepare.ts";
import type { Writer } from "#lab/killLoop/writers.ts";
import { openPool } from "#server/db/db.ts";
import { checkBooks, settle } from "./checkBooks.ts";
import { type DrillBank, pause, startDrillBank } from "./drillBank.ts";
import { atLeast, type Found, type Goal, none } from "./goal.ts";
import { findAnomalies, type Read } from "./history.ts";
import { approveOrders, newOrder, newPromises, type Order, sendUntilKnown } from "./orders.ts";
import { readAppends, readLists, readPosted } from "./readLists.ts";
import { type BalanceRead, readsOfBalances } from "./readsOfBalances.ts";
import { gatherCrowd, LONG_SESSIONS } from "./underLoad.ts";

const MEMBERS = 4;
/** Of each member, at the same moment. */
const LINES = 3;
const ORDERS_A_LINE = { short: 15, full: 100 };
const READERS = 3;
const READ_EVERY_MS = 60;

/**
 * An account is a list of what was posted to it, so each entry of the journal appends to all of its members'
 * accounts at once. Readers see several accounts at one moment, and single ones through the bank's own call.
 */
export const isolation: Goal = {
  name: "R22",
  title: "isolation of our transactions",
  figure: "some order of all transactions, one after the other, explains everything that was read",
  how: "members send from shared accounts to each other while others read; a checker of histories",
  run: async (options) => {
    const bank = await startDrillBank({
      name: "R22",
      environment: LONG_SESSIONS,
      say: options.say,
    });
    const pool = openPool(bank.stack.database.urls().readonlyUrl, READERS + 1);
    try {
      return await record(bank, pool, options.isShort ? ORDERS_A_LINE.short : ORDERS_A_LINE.full);
    } finally {
      await pool.end();
      await bank.end();
    }
  },
};

async function record(bank: DrillBank, pool: pg.Pool, ordersEach: number): Promise<Found[]> {
  const { writers } = await gatherCrowd(bank, MEMBERS);
  const accounts = writers.flatMap((writer) => [writer.sourceAccount, writer.cardAccount]);
  const promises = newPromises();
  const lines = linesOf(writers, ordersEach);
  await approveOrders(bank.stack, lines.flat());
  const sent = new Map<string, { from: number; to: number }>();
  const over = new AbortController();
  const reading = Promise.all([
    readAllAlong(pool, accounts, over.signal),
    lookAllAlong(bank, writers, over.signal),
  ]);
  try {
    await sendLines(lines, async (order) => {
      const from = performance.now();
      await sendUntilKnown(order, promises);
      sent.set(promises.refNos.get(order.key) ?? order.key, { from, to: performance.now() });
    });
  } finally {
    over.abort();
  }
  const [reads, looks] = await reading;
  await settle(bank);
  const appends = await readAppends(pool, sent);
  const savings = writers.map(({ sourceAccount }) => sourceAccount);
  const balances = readsOfBalances(looks, await readPosted(pool, savings));
  const last = await readLists(pool, accounts, "the last read");
  return [
    atLeast("entries that moved members' money", appends.length, promises.refNos.size),
    atLeast("reads of several accounts at one moment", reads.length, 10),
    atLeast("reads through the bank's own call", balances.reads.length, 10),
    none("balances that never were", balances.strange),
    none("anomalies", findAnomalies([...appends, ...reads, ...balances.reads, last])),
    ...(await checkBooks(bank, promises)),
  ];
}

/** Of each member some lines of orders at once: to the own card, and to the cards of the others. */
function linesOf(writers: readonly Writer[], ordersEach: number): Order[][] {
  return writers.flatMap((writer, place) =>
    Array.from({ length: LINES }, () =>
      Array.from({ length: ordersEach }, () => {
        const other = writers[(place + 1 + randomInt(writers.length - 1)) % writers.length];
        return randomInt(2) === 0
          ? newOrder(writer)
          : newOrder(writer, "card", undefined, other?.cardAccount);
      }),
    ),
  );
}

async function sendLines(
  lines: readonly Order[][],
  send: (order: Order) => Promise<void>,
): Promise<void> {
  await Promise.all(
    lines.map(async (orders) => {
      for (const order of orders) await send(order);
    }),
  );
}

async function readAllAlong(
  pool: pg.Pool,
  accounts: readonly string[],
  signal: AbortSignal,
): Promise<Read[]> {
  const reads: Read[] = [];
  const reader = async (number: number) => {
    while (!signal.aborted) {
      reads.push(await readLists(pool, accounts, `read ${number}-${reads.length}`));
      await pause(randomInt(READ_EVERY_MS));
    }
  };
  await Promise.all(Array.from({ length: READERS }, (_, number) => reader(number)));
  return reads;
}

async function lookAllAlong(
  { stack }: DrillBank,
  writers: readonly Writer[],
  signal: AbortSignal,
): Promise<BalanceRead[]> {
  const guids = await asOwner(stack, async (owner) => {
    const { rows } = await owner.query<{ id: string; guid: string }>("select id, guid from member");
    return new Map(rows.map(({ id, guid }) => [id, guid]));
  });
  const looks: BalanceRead[] = [];
  const look = async ({ client, memberId, sourceAccount: account }: Writer) => {
    while (!signal.aborted) {
      const from = performance.now();
      const params = { guid: guids.get(memberId) ?? "" };
      const { body } = await callBank(client, getBalances, { params });
      const balance = balanceIn(body.result ?? body.results, account);
      if (balance !== undefined) looks.push({ account, from, to: performance.now(), balance });
      await pause(randomInt(READ_EVERY_MS));
    }
  };
  await Promise.all(writers.map(look));
  return looks;
}

/** The balance of one of a member's accounts; undefined in an answer that has none. */
function balanceIn(accounts: unknown, accountNumber: string): bigint | undefined {
  if (!Array.isArray(accounts)) return undefined;
  // By the contract of the call.
  const found = (accounts as Record<string, unknown>[]).find(
    (account) => account["accountNumber"] === accountNumber,
  );
  return found === undefined ? undefined : parsePesos(String(found["outstandingBalance"]));
}
