import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { brand } from "#brand";
import { RECONCILIATION_SOURCES } from "#contract/staff/reconciliation.ts";
import { problem } from "#scripts/start/problem.ts";
import { hashPassword } from "#server/platform/passwords/passwords.ts";
import { readSecrets } from "#server/platform/secrets/secrets.ts";
import { auditLoad } from "./audit.ts";
import type { LoadedBank } from "./bank.ts";
import type { Run } from "./figures.ts";
import { type Filled, fillBank } from "./fill.ts";
import type { Promised } from "./generator/drive.ts";
import type { GeneratorMessage } from "./generator/main.ts";
import type { Second } from "./generator/tally.ts";
import { addTo, newHistogram } from "./histogram.ts";
import { openIssuerAccounts } from "./issuerAccounts.ts";
import { openFilesLimit } from "./processes.ts";
import { type LoadProfile, ratesOf, totalOf } from "./profile.ts";
import { startSampling } from "./sampler.ts";
import { seatMembers } from "./seats.ts";
import { forgetStatements } from "./statements.ts";

export type RunOptions = {
  fraction: number;
  sockets?: number | undefined;
  seed: number;
  warmUpSeconds: number;
  measuredSeconds: number;
  /** Of the bank's API processes; all unless said. */
  apis?: number;
  /** So many calls at a time instead of each when it is due (plan.ts). */
  atOnce?: number;
};

/** How long the last work may take after the last call: a job that waits for a partner tries again. */
const SETTLES_WITHIN_MS = 60_000;
const PROVEN_WITHIN_MS = 300_000;
const LOOKED_AT_WITHIN_MS = 600_000;
/** Calls, the listeners and what a process has open anyhow. */
const OTHER_FILES = 1_500;

/** Fills an empty bank, beside its demo. */
export async function fill(
  bank: LoadedBank,
  { members, profile }: { members: number; profile: LoadProfile },
  say: (text: string) => void,
): Promise<Filled> {
  const secrets = readSecrets(bank.stack.places.secrets);
  const passwordHash = await hashPassword(secrets, brand.demoPassword);
  const filled = await asOwner(bank, async (owner) => {
    await untilProven(owner);
    say(`Filling the bank with ${members} members …`);
    return fillBank(owner, { members, profile, passwordHash, deviceHash, say });
  });
  say(`  took ${Math.round(filled.seconds)} s; ${filled.holders.length} of them have a card`);
  const seconds = await asOwner(bank, untilLookedAt);
  say(`  the worker has looked at all of these books, ${Math.round(seconds)} s later`);
  return filled;
}

/**
 * What was filled is looked at by the worker, as all books are once a day. Waits until it has
 * done so; answers the seconds that passed.
 */
async function untilLookedAt(owner: pg.Client): Promise<number> {
  const { rows: began } = await owner.query<{ at: Date }>("select clock_timestamp() as at");
  const startedAt = performance.now();
  while (performance.now() - startedAt < LOOKED_AT_WITHIN_MS) {
    const { rows } = await owner.query(
      "select from invariant_run where at >= $1 and breaches = '[]' limit 1",
      [began[0]?.at],
    );
    if (rows.length > 0) return (performance.now() - startedAt) / 1000;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error("the worker does not look at the books");
}

/**
 * The worker asks the issuer about all cards once a day, when it is over, and again when a file of a day came after
 * its proof. In the midst of the filling cards would differ, and at noon there would be a night's work: waits until
 * the files of yesterday are there, and all days are proven with theirs.
 */
async function untilProven(owner: pg.Client): Promise<void> {
  for (let waited = 0; waited < PROVEN_WITHIN_MS; waited += 500) {
    const { rows } = await owner.query<{ is_done: boolean }>(
      `with filed as (
         select day, array_agg(id order by id) as run_ids, count(distinct source)::int as sources
         from reconciliation_run
         -- Older days are nobody's: what the demo has of them is not proven.
         where replaced_at is null and day >= current_date - 14 group by day
       ), proven as (select distinct on (day) day, run_ids from reconciliation_proof order by day, id desc)
       select coalesce(bool_and(run_ids is not distinct from known) and max(sources) = $1, false) as is_done
       from (select f.day, f.run_ids, p.run_ids as known,
           case when f.day = (select max(day) from proven) then f.sources end as sources
         from filed f left join proven p using (day)) as days`,
      [RECONCILIATION_SOURCES.length],
    );
    if (rows[0]?.is_done === true) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error("the worker does not prove the days before this one");
}

/** As auth/devices.ts keeps it: bound to the member. */
function deviceHash(secret: string, guid: string): Buffer {
  return createHash("sha256").update(`${secret}:${guid}`).digest();
}

/** Members of whom nothing is heard for minutes are rightly signed out, in a slow ramp as anywhere. In seconds. */
const LONGEST_RAMP = 240;

/** Runs one payday, or a part of it, on a filled bank. The books are checked when all work is done. */
export async function runLoad(
  bank: LoadedBank,
  filled: Filled,
  profile: LoadProfile,
  asked: RunOptions,
  say: (text: string) => void,
): Promise<Run> {
  const rates = ratesOf(profile, asked.fraction, asked.sockets);
  assertOpenFiles(rates.sockets);
  const startedAt = new Date().toISOString();
  const seconds = asked.warmUpSeconds + asked.measuredSeconds;
  // Calls at a time are there at once.
  const rampSeconds =
    asked.atOnce === undefined ? Math.min(asked.warmUpSeconds / 2, LONGEST_RAMP) : 0;
  const secrets = readSecrets(bank.stack.places.secrets);
  const ports = bank.apis.slice(0, asked.apis).map(({ port }) => port);
  const plan = await asOwner(bank, (owner) =>
    seatMembers(owner, secrets, filled, { rates, seconds, seed: asked.seed, rampSeconds, ports }),
  );
  // Only they move money; whoever comes and goes just looks.
  const payers = plan.people.slice(0, plan.stayers);
  await openIssuerAccounts(bank.stack.sandboxUrl, payers, filled.atIssuer);
  const { atOnce } = asked;
  const driver = startDriver(bank, atOnce === undefined ? plan : { ...plan, atOnce });
  const ended: Second[] = [];
  try {
    const { sockets } = await driver.until("ready");
    say(`${sockets} sockets are open; ${Math.round(totalOf(rates))} calls a second from now on`);
    const sampling = await startSampling(bank, driver.pid);
    try {
      driver.onSecond((second) => {
        ended.push(second);
        if (second.second % 30 === 0) say(progressOf(second));
      });
      if (bank.countsStatements) await forgetStatements(bank.stack);
      sampling.begin();
      driver.begin();
      const over = await driver.until("over");
      const settled = await settle(bank);
      if (!settled) say("Some work was still under way a minute after the last call.");
      const promised = JSON.parse(readFileSync(driver.promisedFile, "utf8")) as Promised[];
      const late = newHistogram();
      for (const { bells } of ended) addTo(late, bells);
      return {
        ...asked,
        startedAt,
        members: filled.members,
        apis: ports.length,
        rates,
        onLine: plan.seats.length,
        seconds: ended,
        samples: [...sampling.samples],
        unanswered: over.unanswered,
        bells: { heard: over.bells, late },
        audit: await auditLoad(bank.stack, promised),
      };
    } finally {
      await sampling.stop();
    }
  } finally {
    await driver.stop();
  }
}

function progressOf({ second, answered, failed, sockets, underWay }: Second): string {
  const calls = Object.values(answered).reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(0, ...Object.values(answered).map(({ max }) => max));
  const failures = Object.values(failed).reduce((sum, count) => sum + count, 0);
  return `  ${second} s: ${calls} answers in this second, the slowest ${Math.round(most)} ms, ${failures} failed, ${underWay} under way, ${sockets} sockets`;
}

function assertOpenFiles(sockets: number): void {
  const limit = openFilesLimit();
  if (limit === 0 || limit >= sockets + OTHER_FILES) return;
  throw problem(
    `A process may have ${limit} files open here, and ${sockets} sockets need ${sockets + OTHER_FILES}.`,
    `Raise it in this shell: ulimit -Hn ${sockets + OTHER_FILES}, as root; or take a part: --fraction`,
  );
}

/** The load comes from a process of its own, whose share of the processor is told with the others'. */
function startDriver(bank: LoadedBank, plan: object) {
  const folder = bank.stack.places.dataDir;
  const planFile = path.join(folder, "load-plan.json");
  const promisedFile = path.join(folder, "load-promised.json");
  writeFileSync(planFile, JSON.stringify(plan), { mode: 0o600 });
  const child = fork(new URL("generator/main.ts", import.meta.url), [planFile, promisedFile], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = new Promise<never>((_, reject) => {
    child.once("exit", (code, signal) =>
      reject(new Error(`The process that sends the load ended (${code ?? signal}).`)),
    );
  });
  ended.catch(() => undefined);
  return {
    pid: child.pid,
    promisedFile,
    begin: () => void child.send("begin"),
    onSecond: (hear: (second: Second) => void) => {
      child.on("message", (told) => {
        const { kind } = told as GeneratorMessage;
        if (kind === "second") hear((told as Extract<GeneratorMessage, { kind: "second" }>).second);
      });
    },
    until: <Kind extends GeneratorMessage["kind"]>(
      kind: Kind,
    ): Promise<Extract<GeneratorMessage, { kind: Kind }>> =>
      Promise.race([
        ended,
        new Promise<Extract<GeneratorMessage, { kind: Kind }>>((resolve) => {
          child.on("message", (told) => {
            // Only that process speaks on this channel.
            if ((told as GeneratorMessage).kind === kind)
              resolve(told as Extract<GeneratorMessage, { kind: Kind }>);
          });
        }),
      ]),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await gone;
    },
  };
}

/** Waits until what was promised is done; PESONet's waits for its cycle and is none of it. */
async function settle(bank: LoadedBank): Promise<boolean> {
  return asOwner(bank, async (owner) => {
    for (let waited = 0; waited < SETTLES_WITHIN_MS; waited += 500) {
      const { rows } = await owner.query<{ open: string }>(
        `select (select count(*) from outbox)
           + (select count(*) from transfer where kind <> 'pesonet' and state not in ('credited', 'returned')
               and correlation_id not like 'demo%') as open`,
      );
      if (Number(rows[0]?.open) === 0) return true;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    return false;
  });
}

async function asOwner<T>(bank: LoadedBank, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: bank.stack.database.urls().ownerUrl });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}
