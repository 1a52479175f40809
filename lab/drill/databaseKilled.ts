import { randomInt } from "node:crypto";
import { checkBooks, settle } from "./checkBooks.ts";
import { type DrillBank, pause, startDrillBank } from "./drillBank.ts";
import type { Found, Goal } from "./goal.ts";
import { newPromises, type Promises } from "./orders.ts";
import { calmAnswers, type Outage, suffer } from "./outage.ts";
import { type Crowd, gatherCrowd, LONG_SESSIONS } from "./underLoad.ts";

const WRITERS = 16;
/** More than are sent in the time. */
const ORDERS_EACH = 100;
const ROUNDS = { short: 5, full: 200 };
const CONTROL_ROUNDS = { short: 3, full: 8 };
/** How long the server stays away: long enough for calls that wait for it. */
const AWAY_MS = 1_500;

export const databaseKilled: Goal = {
  name: "R2",
  title: "kill -9 of all of PostgreSQL under load",
  figure:
    "200 rounds: 0 lost, 0 double; 503 within 5 s; serving 10 s after it is back, without a hand",
  how: "16 members send; every process of the server is killed at a random moment, and started again",
  run: async (options) => {
    const bank = await startDrillBank({ name: "R2", environment: LONG_SESSIONS, say: options.say });
    try {
      const crowd = await gatherCrowd(bank, WRITERS);
      const promises = newPromises();
      const outages: Outage[] = [];
      const rounds = options.isShort ? ROUNDS.short : ROUNDS.full;
      for (let round = 1; round <= rounds; round += 1) {
        outages.push(await killOnce(bank, crowd, promises));
        options.say(`round ${round}: looks ${outages.at(-1)?.statuses}`);
      }
      await settle(bank);
      return [...calmAnswers(outages, promises, 10), ...(await checkBooks(bank, promises))];
    } finally {
      await bank.end();
    }
  },
};

/**
 * The same with a database that confirms before it has written: a harness that finds nothing lost there
 * would find nothing anywhere.
 */
export const controlRun: Goal = {
  name: "control",
  title: "R2 with synchronous_commit off: the harness must see a loss",
  figure: "at least one acknowledged transfer is reported lost",
  how: "the setting is switched off in the drill's own running database, behind the start-up check",
  run: async (options) => {
    const bank = await startDrillBank({
      name: "ctl",
      environment: LONG_SESSIONS,
      say: options.say,
    });
    try {
      await confirmTooEarly(bank);
      const crowd = await gatherCrowd(bank, WRITERS);
      const promises = newPromises();
      const rounds = options.isShort ? CONTROL_ROUNDS.short : CONTROL_ROUNDS.full;
      for (let round = 1; round <= rounds; round += 1) {
        const { statuses } = await killOnce(bank, crowd, promises);
        options.say(`round ${round}: looks ${statuses}`);
      }
      return seesLoss(await checkBooks(bank, promises), await readiness(bank));
    } finally {
      await bank.end();
    }
  },
};

function killOnce(bank: DrillBank, crowd: Crowd, promises: Promises): Promise<Outage> {
  return suffer(bank, crowd, promises, {
    ordersEach: ORDERS_EACH,
    strike: async () => {
      await pause(randomInt(50, 600));
      await bank.database.kill();
      await pause(AWAY_MS);
      await bank.database.start();
    },
  });
}

async function confirmTooEarly({ database }: DrillBank): Promise<void> {
  await database.asAdmin(async (admin) => {
    await admin.query("alter system set synchronous_commit = off");
    // Whatever waits is written so seldom that a kill always finds some.
    await admin.query("alter system set wal_writer_delay = '10s'");
    await admin.query("select pg_reload_conf()");
  });
}

function seesLoss(books: readonly Found[], ready: number): Found[] {
  const lost = books.find(({ what }) => what === "acknowledged transfers lost");
  const isSeen = lost !== undefined && !lost.held;
  return [
    {
      what: isSeen ? "the harness sees a loss" : "the harness does not see a loss",
      seen: lost?.seen ?? "nothing was compared",
      held: isSeen,
    },
    {
      what: "readiness of the product on such a database, 503",
      seen: String(ready),
      held: ready === 503,
    },
  ];
}

async function readiness({ stack }: DrillBank): Promise<number> {
  return (await fetch(`${stack.portalUrl}/health/ready`)).status;
}
