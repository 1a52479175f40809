import { randomInt } from "node:crypto";
import { addDays, manilaDate } from "#common/manila.ts";
import { RECONCILIATION_SOURCES } from "#contract/staff/reconciliation.ts";
import { asOwner } from "#lab/killLoop/prepare.ts";
import { npmRun, runCommand, tests } from "./byCommand.ts";
import { settle } from "./checkBooks.ts";
import { type DrillBank, pause, startDrillBank } from "./drillBank.ts";
import { atLeast, atMost, type DrillOptions, type Found, type Goal, none } from "./goal.ts";
import { approveOrders, newOrder, newPromises, sendUntilKnown } from "./orders.ts";
import { gatherCrowd, LONG_SESSIONS } from "./underLoad.ts";

const WRITERS = 6;
const ORDERS_EACH = 10;
const MATCHED_WITHIN = 60;
const LOOKS_FOR_MS = 200_000;
/** Past the half hour that partners take to close their day. */
const AFTER_MIDNIGHT_MS = 35 * 60_000;
/** The orders are of the first day; the others show how long the worker takes. */
const ROUNDS = 3;
const MOST_TRIES = 200;

export const reconciliation: Goal = {
  name: "R13",
  title: "our books and the partners' statements",
  figure:
    "all of a day matched within 60 s of its files; every planted difference found, named and owned, and nothing else",
  how: "days pass while the partners have no files, then they have; tests plant 1 % of differences",
  run: async (options) => [
    ...(await matchDays(options)),
    await runCommand(tests("src/server/domains/reconciliation"), options),
    ...(options.isShort ? [] : [await runCommand(npmRun("rail-storm", "300"), options)]),
  ],
};

async function matchDays(options: DrillOptions): Promise<Found[]> {
  const bank = await startDrillBank({ name: "R13", environment: LONG_SESSIONS, say: options.say });
  try {
    const refNos = await sendOrders(bank);
    const found: Found[] = [
      atLeast("transfers of the first day acknowledged", refNos.length, WRITERS * ORDERS_EACH),
    ];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const day = addDays(manilaDate(new Date()), round - 1);
      const { seconds, wasEarly } = await passDay(bank, day);
      found.push(none(`${day}: files matched before they were there`, wasEarly ? [day] : []));
      options.say(`${day}: matched ${Math.round(seconds)} s after the files were there`);
      found.push(atMost(`${day}: matched after`, seconds, MATCHED_WITHIN, " s"));
    }
    return [...found, ...(await whatIsLeft(bank, refNos))];
  } finally {
    await bank.end();
  }
}

/** Top-ups and transfers over InstaPay, until all have ended; answers the references of those acknowledged. */
async function sendOrders(bank: DrillBank): Promise<string[]> {
  const { writers } = await gatherCrowd(bank, WRITERS);
  const promises = newPromises();
  const lines = writers.map((writer) =>
    Array.from({ length: ORDERS_EACH }, (_, place) =>
      newOrder(writer, place % 2 === 0 ? "own" : "instapay"),
    ),
  );
  await approveOrders(bank.stack, lines.flat());
  await Promise.all(
    lines.map(async (orders) => {
      for (const order of orders) await sendUntilKnown(order, promises);
    }),
  );
  const refNos = [...promises.refNos.values()];
  let ahead = await settle(bank);
  for (let tries = 0; tries < MOST_TRIES && (await areUnderWay(bank, refNos)); tries += 1) {
    await pause(500);
    bank.setAhead((ahead += 15));
  }
  return refNos;
}

async function areUnderWay({ stack }: DrillBank, refNos: readonly string[]): Promise<boolean> {
  return asOwner(stack, async (owner) => {
    const { rowCount } = await owner.query(
      "select from transfer where ref_no = any ($1) and next_inquiry_at is not null limit 1",
      [refNos],
    );
    return rowCount !== 0;
  });
}

/** The day is over, and its files are not there; seconds from the moment they are until all are matched. */
async function passDay(
  bank: DrillBank,
  day: string,
): Promise<{ seconds: number; wasEarly: boolean }> {
  for (const partner of RECONCILIATION_SOURCES) {
    await bank.sandbox.fault(partner, "down");
  }
  const over = Date.parse(`${addDays(day, 1)}T00:00:00+08:00`) + AFTER_MIDNIGHT_MS;
  bank.setAhead(Math.round((over - Date.now()) / 1000));
  // Any moment of the worker's round.
  await pause(randomInt(1_000, 50_000));
  const wasEarly = await isMatched(bank, day);
  await bank.sandbox.endFaults();
  const from = performance.now();
  while (!(await isMatched(bank, day))) {
    if (performance.now() - from > LOOKS_FOR_MS) return { seconds: Infinity, wasEarly };
    await pause(100);
  }
  return { seconds: (performance.now() - from) / 1000, wasEarly };
}

async function isMatched({ stack }: DrillBank, day: string): Promise<boolean> {
  return asOwner(stack, async (owner) => {
    const { rows } = await owner.query<{ sources: string }>(
      "select count(*) as sources from reconciliation_run where day = $1 and replaced_at is null",
      [day],
    );
    return rows[0]?.sources === "3";
  });
}

async function whatIsLeft({ stack }: DrillBank, refNos: readonly string[]): Promise<Found[]> {
  return asOwner(stack, async (owner) => {
    const runs = await owner.query<{ lines: string; matched: string }>(
      `select sum(line_count) as lines, sum(matched_count) as matched
       from reconciliation_run where replaced_at is null`,
    );
    const told = await owner.query<{ count: string }>(
      `select count(distinct l.reference) from reconciliation_line l join reconciliation_run r on r.id = l.run_id
       where r.replaced_at is null and l.reference = any ($1)`,
      [refNos],
    );
    const breaks = await owner.query<{ name: string }>(
      `select kind || ' ' || reference as name from reconciliation_break b where state not in ('cleared', 'resolved')
         and not exists (select from transfer t where t.ref_no = b.reference and t.correlation_id like 'demo%')`,
    );
    const { lines, matched } = runs.rows[0] ?? { lines: "0", matched: "0" };
    return [
      atLeast(
        "of these transfers in the partners' files",
        Number(told.rows[0]?.count),
        refNos.length,
      ),
      { what: "of them matched", seen: `${matched} of ${lines}`, held: matched === lines },
      none(
        "differences that are left",
        breaks.rows.map(({ name }) => name),
      ),
    ];
  });
}
