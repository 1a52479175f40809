import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { type Audit, audit, isBusy } from "#lab/killLoop/audit.ts";
import { signInWriters } from "#lab/killLoop/prepare.ts";
import type { Promises } from "#lab/killLoop/writers.ts";
import { placesIn, prepareDataDir } from "#scripts/start/dataDir.ts";
import { type Stack, startStack } from "#scripts/start/startStack.ts";
import { assertDurable } from "#server/db/assertDurable.ts";
import { openPool } from "#server/db/db.ts";
import { prepareDatabase } from "#server/db/prepareDatabase.ts";
import { startMachine, startProxies, writeConfiguration } from "./daemons.ts";
import { type Access, type Fence, onMachine, startFence } from "./fence.ts";
import { applicationSpace, databaseMachines, type Machine } from "./machines.ts";
import { planRounds } from "./plan.ts";
import { countBugAnswers, heading, line, verdict } from "./report.ts";
import { type Round, runRound, whole } from "./round.ts";
import { sharedSettings } from "./settings.ts";
import { primary } from "./state.ts";
import { shellWithoutBank } from "#scripts/start/shellEnvironment.ts";
import { setClockAhead } from "#test/support/clockFile.ts";

const WRITERS = 8;
const SETTLES_WITHIN_MS = 120_000;
/** What the supervisor says of a program that ended by itself. */
const ENDED = /ended \(.*\) and is started again/;

/** The drill, from the application's namespace: the whole reference, the bank on it, blow after blow. */
export async function runInside(drill: number, folder: string, kills: number): Promise<boolean> {
  const machines = databaseMachines(drill);
  const shared = sharedSettings(folder, machines);
  writeConfiguration(machines, shared, folder);
  for (const machine of machines) startMachine(machine, folder);
  startProxies(applicationSpace(drill), folder);
  await whole(machines);
  const first = await primary(machines);
  if (first === undefined) throw new Error("no machine is the primary");
  prepare(first, shared, folder);
  const access: Access = {
    password: shared["SUPERUSER_PASSWORD"] ?? "",
    authority: path.join(folder, "application", "ca.crt"),
  };
  const fence = await startFence(machines, access, first);
  const adminUrl = `postgres://bank_admin:${shared["ADMIN_PASSWORD"]}@127.0.0.1:6432/bank`;
  const { stack, setAhead, ended } = await startBank(adminUrl, path.join(folder, "bank"));
  try {
    const promises: Promises = { refNos: new Map(), repeats: 0, contradictions: [] };
    const writers = await signInWriters(stack, WRITERS);
    const rounds: Round[] = [];
    console.log(heading(writers.length));
    for (const blow of planRounds(kills)) {
      const round = await runRound({ machines, folder, stack, writers, promises }, blow);
      rounds.push(round);
      console.log(line(rounds.length, round));
    }
    await settle(stack, setAhead);
    const found = await audit(stack, promises);
    // Awaited here: it asks processes that are stopped next.
    return await finish(rounds, found, { stack, fence, machines, access, ended });
  } finally {
    fence.stop();
    await stack.stop();
  }
}

/** The steps that a person takes once, with the files that a person takes. */
function prepare(first: Machine, shared: Readonly<Record<string, string>>, folder: string): void {
  const authority = path.join(folder, "application", "ca.crt");
  const address = `host=${first.address} user=postgres dbname=postgres sslmode=verify-ca sslrootcert=${authority}`;
  const { status, stderr } = spawnSync(
    "psql",
    ["--no-psqlrc", "--quiet", address, "-f", "deploy/postgresql/prepare.sql"],
    {
      encoding: "utf8",
      env: {
        PATH: process.env["PATH"],
        PGPASSWORD: shared["SUPERUSER_PASSWORD"],
        ADMIN_PASSWORD: shared["ADMIN_PASSWORD"],
        PGBOUNCER_PASSWORD: shared["PGBOUNCER_PASSWORD"],
      },
    },
  );
  if (status !== 0) throw new Error(`prepare.sql: ${stderr}`);
}

/** The bank over PgBouncer's address, as it would run in production but for its demo members. */
async function startBank(adminUrl: string, dataDir: string) {
  const clockFile = path.join(dataDir, "clock");
  const setAhead = (seconds: number) => setClockAhead(clockFile, seconds);
  const places = placesIn(dataDir);
  prepareDataDir(places);
  setAhead(0);
  const { appUrl } = await prepareDatabase(adminUrl, places.rolePasswords);
  await asAdmin(adminUrl, readFileSync("deploy/postgresql/limits.sql", "utf8"));
  const pool = openPool(appUrl, 1);
  await assertDurable(pool, { checksums: true });
  await pool.end();
  const ended: string[] = [];
  const stack = await startStack(
    {
      host: "127.0.0.1",
      port: 8080,
      sandboxPort: 8090,
      dataDir,
      databaseUrl: adminUrl,
      isDemo: true,
      reset: false,
      isFast: false,
      environment: { ...shellWithoutBank(), CLOCK_FILE: clockFile, LOG_LEVEL: "info" },
    },
    (text) => {
      if (ENDED.test(text)) ended.push(text);
    },
  );
  return { stack, setAhead, ended };
}

async function asAdmin(adminUrl: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

/** Waits until every transfer has ended; the clock runs ahead so that inquiries come due. */
async function settle(stack: Stack, setAhead: (seconds: number) => void): Promise<void> {
  const startedAt = performance.now();
  let ahead = 0;
  while (await isBusy(stack).catch(() => true)) {
    if (performance.now() - startedAt > SETTLES_WITHIN_MS) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
    ahead += 15;
    setAhead(ahead);
  }
}

async function finish(
  rounds: readonly Round[],
  found: Audit,
  {
    stack,
    fence,
    machines,
    access,
    ended,
  }: {
    stack: Stack;
    fence: Fence;
    machines: readonly Machine[];
    access: Access;
    ended: readonly string[];
  },
): Promise<boolean> {
  const last = await primary(machines);
  if (last === undefined) throw new Error("no machine is the primary");
  const { text, isRight } = verdict(rounds, {
    audit: found,
    fenceAcknowledged: fence.acknowledged(),
    fenceLost: (await fence.missing(last)).length,
    ended,
    deaf: await findDeaf(last, access),
    bugAnswers: countBugAnswers(readFileSync(path.join(stack.places.logs, "api.log"), "utf8")),
  });
  console.log(text);
  return isRight;
}

/** What API and worker say on the connection that listens, and nothing after it. */
const LISTENING = ["listen outbox", "listen bell; listen session_ended; listen settings_changed"];

/** Those of API and worker that have no connection that listens. */
async function findDeaf(on: Machine, access: Access): Promise<string[]> {
  return onMachine(on, access, async (client) => {
    const { rows } = await client.query<{ query: string }>(
      "select query from pg_stat_activity where datname = 'bank'",
    );
    return LISTENING.filter((wanted) => !rows.some(({ query }) => query === wanted));
  });
}
