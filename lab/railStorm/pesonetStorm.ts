import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { manilaDate } from "#common/manila.ts";
import { sandboxClient } from "#test/client/sandboxClient.ts";
import type { OwnBank } from "#test/support/ownBank.ts";
import type { Stack } from "#scripts/start/startStack.ts";
import { pesonetCycle, readClearing } from "#server/platform/calendar/pesonetCycles.ts";
import { openDb, openPool } from "#server/db/db.ts";
import { readCycleTimes } from "#server/domains/transfers/rails/pesonetCycleTimes.ts";
import { keepSignedIn, orderAll, type Sender, signInSenders } from "./orders.ts";
import { report } from "./report.ts";
import { blow } from "./weather.ts";

const SENDERS = 40;
const CYCLES = 3;
/** What is left over goes in cycles without a storm. */
const CALM_CYCLES = 4;
/** What the receiving banks do, by twentieths of the transfers (docs/rails.md); each answers in the end. */
const RECEIVERS = [
  ...Array<string>(13).fill("109450542671"),
  "0013029636",
  "916100000424",
  "09177638499",
  "001234567801",
  "001234567803",
  "001234567804",
  "001234567804",
];
/** Orders come so long before the cut-off. */
const BEFORE_MS = 20 * 60 * 1000;
/** Long enough for each chore of the worker to come once. */
const TURN_MS = 6_500;
/** Long enough for a sweep. */
const SWEEP_MS = 1_500;
/**
 * The hours of a cycle, in seconds after its intake: the cut, ten minutes for the issuer's last answers, the
 * clearing after an hour, the banks' answers behind it, and the two hours in which money must be back.
 */
const CYCLE: readonly (readonly [seconds: number, pauseMs: number])[] = [
  [0, TURN_MS],
  [30, SWEEP_MS],
  [60, SWEEP_MS],
  [120, SWEEP_MS],
  [300, SWEEP_MS],
  [610, TURN_MS],
  [1_800, TURN_MS],
  [3_420, TURN_MS],
  [3_600, TURN_MS],
  [3_610, TURN_MS],
  [3_640, TURN_MS],
  [3_670, SWEEP_MS],
  [3_700, SWEEP_MS],
  [3_730, SWEEP_MS],
  [3_790, SWEEP_MS],
  [3_900, TURN_MS],
  [3_920, SWEEP_MS],
  [3_940, SWEEP_MS],
  [4_500, TURN_MS],
  [5_400, TURN_MS],
  [5_420, SWEEP_MS],
  [7_200, TURN_MS],
  [10_500, TURN_MS],
];
const VICTIMS = ["worker", "database", "api"] as const;
/** Of a hundred steps, so many see a process killed. */
const KILLED = 30;

/**
 * PESONet transfers over HTTP, ordered into several cycles, while the clearing house and the card issuer answer
 * late or never and processes are killed with -9. True when none was sent twice, all are credited or given
 * back in time, and every peso agrees.
 */
export async function stormPesonet(bank: OwnBank, transfers: number): Promise<boolean> {
  const { stack: at } = bank;
  const time = timeOf(bank);
  const firstDay = manilaDate(time.now());
  const senders = await signInSenders(at, SENDERS);
  const over = new AbortController();
  const weather = blow(at, ["pesonet", "issuer"], over.signal);
  const killed: string[] = [];
  let accepted = 0;
  try {
    for (let round = 1; round <= CYCLES; round += 1) {
      const count =
        Math.floor((transfers * round) / CYCLES) - Math.floor((transfers * (round - 1)) / CYCLES);
      const cycle = await nextCycle(at, time.now());
      time.moveTo(new Date(cycle.intakeEnds.getTime() - BEFORE_MS));
      accepted += await order(at, senders, { count, at: time.now(), killed });
      await live(at, time, { cycle, killed });
      console.log(`cycle ${cycle.name}: ${accepted} accepted so far, killed: ${killed.length}`);
    }
  } finally {
    over.abort();
    await weather;
  }
  await sandboxClient(at.sandboxUrl).endFaults();
  for (let calm = 0; calm < CALM_CYCLES && (await isOpen(at)); calm += 1) {
    await live(at, time, { cycle: await nextCycle(at, time.now()), killed: undefined });
  }
  console.log(`${accepted} of ${transfers} transfers accepted, of ${senders.length} members`);
  console.log(`${await countFiles(at)} files; killed: ${tally(killed)}`);
  return report(at, { rail: "pesonet", accepted, firstDay });
}

/** The bank's clock, which only goes on. */
type Time = { now: () => Date; moveTo: (moment: Date) => void };

function timeOf({ setAhead }: OwnBank): Time {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead * 1000),
    moveTo(moment) {
      ahead = Math.max(ahead, Math.ceil((moment.getTime() - Date.now()) / 1000));
      setAhead(ahead);
    },
  };
}

async function order(
  at: Stack,
  senders: readonly Sender[],
  { count, at: moment, killed }: { count: number; at: Date; killed: string[] },
): Promise<number> {
  await keepSignedIn(at, senders, moment);
  const accounts = Array.from(
    { length: count },
    (_, place) => RECEIVERS[place % RECEIVERS.length] ?? "",
  );
  const killing = kill(at, killed, 1_500 + randomInt(1_000));
  const accepted = await orderAll(at, senders, accounts, { rail: "pesonet", at: moment });
  await killing;
  return accepted;
}

type Cycle = { name: string; intakeEnds: Date };

/** The one that takes what is ordered now. */
async function nextCycle(at: Stack, now: Date): Promise<Cycle> {
  return patiently(at, async (pool) => {
    const db = openDb(pool);
    const { day, no } = pesonetCycle(await readClearing(db), now);
    const { intakeEnds } = (await readCycleTimes(db))({ day, no });
    return { name: `${day} ${no}`, intakeEnds };
  });
}

/** Lets the hours of a cycle pass; in a storm processes die in between. */
async function live(
  at: Stack,
  time: Time,
  { cycle, killed }: { cycle: Cycle; killed: string[] | undefined },
): Promise<void> {
  for (const [seconds, pauseMs] of CYCLE) {
    time.moveTo(new Date(cycle.intakeEnds.getTime() + seconds * 1000));
    if (killed !== undefined && randomInt(100) < KILLED) await kill(at, killed, randomInt(1_000));
    await pause(pauseMs);
    await keepUp(at, time);
  }
}

async function kill(at: Stack, killed: string[], afterMs: number): Promise<void> {
  await pause(afterMs);
  const victim = VICTIMS[randomInt(VICTIMS.length)] ?? "worker";
  const pid = at.pids()[victim];
  if (pid === undefined) return;
  process.kill(pid, "SIGKILL");
  killed.push(victim);
}

/** The clock waits until the worker has begun with everything that is due: the hours are tested, not the machine. */
async function keepUp(at: Stack, time: Time): Promise<void> {
  for (;;) {
    const due = await patiently(at, async (pool) => {
      const { rows } = await pool.query<{ due: bigint }>(
        `select (select count(*) from transfer where kind = 'pesonet' and next_inquiry_at <= $1)
          + (select count(*) from pesonet_batch where next_try_at <= $1)
          + (select count(*) from outbox where kind = 'send_rail_transfer')
          + (select count(*) from graphile_worker.jobs where task_identifier = 'send_rail_transfer') as due`,
        [time.now()],
      );
      return rows[0]?.due;
    });
    if (due === 0n) return;
    await pause(500);
  }
}

/** Asks the database, also one that is just coming back. */
async function patiently<T>(
  at: Stack,
  ask: (pool: ReturnType<typeof openPool>) => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const pool = openPool(at.database.urls().readonlyUrl, 1);
    // Its end is seen by the question.
    pool.on("error", () => undefined);
    try {
      return await ask(pool);
    } catch (error) {
      if (tries === 60) throw error;
      await pause(500);
    } finally {
      await pool.end();
    }
  }
}

async function isOpen(at: Stack): Promise<boolean> {
  return patiently(at, async (pool) => {
    const { rows } = await pool.query<{ open: bigint }>(
      `select count(*) as open from transfer where kind = 'pesonet' and next_inquiry_at is not null
         and correlation_id not like 'demo%'`,
    );
    return rows[0]?.open !== 0n;
  });
}

async function countFiles(at: Stack): Promise<bigint> {
  return patiently(at, async (pool) => {
    const { rows } = await pool.query<{ files: bigint }>(
      "select count(*) as files from pesonet_batch",
    );
    return rows[0]?.files ?? 0n;
  });
}

function tally(killed: readonly string[]): string {
  return VICTIMS.map(
    (victim) => `${victim} ${killed.filter((one) => one === victim).length} times`,
  ).join(", ");
}
