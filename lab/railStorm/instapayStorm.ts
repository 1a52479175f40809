import { setTimeout as pause } from "node:timers/promises";
import { addDays, manilaDate } from "#common/manila.ts";
import { sandboxClient } from "#test/client/sandboxClient.ts";
import type { OwnBank } from "#test/support/ownBank.ts";
import type { Stack } from "#scripts/start/startStack.ts";
import { openPool } from "#server/db/db.ts";
import { orderAll, signInSenders } from "./orders.ts";
import { report } from "./report.ts";
import { blow } from "./weather.ts";

const SENDERS = 40;
/** What the receiving banks do, by twentieths of the transfers (docs/rails.md). */
const RECEIVERS = [
  ...Array<string>(13).fill("109450542671"),
  "0013029636",
  "916100000424",
  "09177638499",
  "001234567801",
  "001234567803",
  "001234567804",
  "101400001643",
];
/** Clock seconds a step; shorter where something is due every few seconds. */
const HOUR = [
  { until: 120, step: 10 },
  { until: 2_970, step: 60 },
  { until: 3_120, step: 15 },
  { until: 3_420, step: 60 },
  { until: 3_660, step: 10 },
  { until: 4_200, step: 60 },
];
const STEP_MS = 500;

/**
 * InstaPay transfers over HTTP in bad weather, until the hour of each is over. True when none was sent twice,
 * all are credited or given back in time, and every peso agrees.
 */
export async function stormInstapay(
  { stack: at, setAhead }: OwnBank,
  transfers: number,
): Promise<boolean> {
  let ahead = 0;
  const sandbox = sandboxClient(at.sandboxUrl);
  const senders = await signInSenders(at, SENDERS);
  const over = new AbortController();
  const weather = blow(at, ["instapay"], over.signal);
  const accounts = Array.from(
    { length: transfers },
    (_, place) => RECEIVERS[place % RECEIVERS.length] ?? "",
  );
  let accepted = 0;
  try {
    accepted = await orderAll(at, senders, accounts, {
      rail: "instapay",
      at: new Date(),
    });
    console.log(`${accepted} of ${transfers} transfers accepted, of ${senders.length} members`);
    for (const { until, step } of HOUR) {
      for (; ahead < until; setAhead((ahead += step))) await keepUp(at, ahead);
    }
  } finally {
    over.abort();
    await weather;
  }
  await sandbox.endFaults();
  for (let looks = 0; looks < 60 && (await isOpen(at, ahead)); looks += 1) {
    setAhead((ahead += 30));
    await keepUp(at, ahead);
  }
  const firstDay = addDays(manilaDate(new Date()), -1);
  return report(at, { rail: "instapay", accepted, firstDay });
}

/** The clock waits until the worker has begun with everything that is due: it is the hour that is tested, not the machine. */
async function keepUp(at: Stack, ahead: number): Promise<void> {
  const pool = openPool(at.database.urls().readonlyUrl, 1);
  try {
    for (;;) {
      await pause(STEP_MS);
      const moment = new Date(Date.now() + ahead * 1_000);
      const { rows } = await pool.query<{ due: bigint }>(
        `select (select count(*) from transfer where kind = 'instapay' and next_inquiry_at <= $1)
          + (select count(*) from outbox where kind = 'send_rail_transfer')
          + (select count(*) from graphile_worker.jobs where task_identifier = 'send_rail_transfer') as due`,
        [moment],
      );
      if (rows[0]?.due === 0n) return;
    }
  } finally {
    await pool.end();
  }
}

async function isOpen(at: Stack, ahead: number): Promise<boolean> {
  const pool = openPool(at.database.urls().readonlyUrl, 1);
  try {
    const { rows } = await pool.query<{ open: bigint }>(
      `select (select count(*) from transfer where kind = 'instapay' and next_inquiry_at is not null
          and correlation_id not like 'demo%')
        + (select count(*) from rail_transfer where next_doubt_at is not null and next_doubt_at < $1) as open`,
      // Of what was given back in doubt the first questions are part of the storm.
      [new Date(Date.now() + ahead * 1_000)],
    );
    return rows[0]?.open !== 0n;
  } finally {
    await pool.end();
  }
}
