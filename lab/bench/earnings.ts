import path from "node:path";
import pg from "pg";
import type { App } from "#server/platform/app.ts";
import { AS_DEPLOYED } from "#lab/asDeployed.ts";
import { buildApp, closeApp } from "#server/entry/buildApp.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { prepareDatabase } from "#server/db/prepareDatabase.ts";
import { ensureSecrets } from "#server/platform/secrets/secrets.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { accrueThrough } from "#server/domains/earnings/accrueDays.ts";
import { askDueInterest } from "#server/domains/earnings/interestRuns.ts";
import { postRun } from "#server/domains/earnings/postRun.ts";
import { runEarnings } from "#server/domains/earnings/runEarnings.ts";
import { reckonRun } from "#server/domains/earnings/runs.ts";
import { makeFolder, removeFolder } from "#lab/bench/ownFolder.ts";
import { setClockTo } from "#test/support/clockFile.ts";
import { makeStatements } from "#server/domains/statements/makeStatements.ts";
import { loneConfig } from "./loneConfig.ts";

/** What the interest of a month may take over 420,000 accounts, and the dividend of a year over 200,000. */
const MOST = {
  interest: { accounts: 420_000, seconds: 90 },
  dividend: { accounts: 200_000, seconds: 120 },
};
const MONTH_OVER = new Date("2026-12-01T00:10:00+08:00");
const YEAR_OVER = new Date("2027-01-04T00:10:00+08:00");

/**
 * The interest of a month over so many savings accounts with two movements each, and the dividend of a year over
 * contributions with one a month, on a durable database of their own. In the middle of each the database ends the
 * worker's connections, as a kill would; another begins and goes on. Prints how long each part took, and whether the
 * books hold what a run that nobody stopped would have put there.
 */
export async function benchEarnings(accounts: number): Promise<void> {
  const folder = makeFolder("bench-earnings-");
  const clockFile = path.join(folder, "clock");
  const secretsFile = path.join(folder, "secrets.json");
  ensureSecrets(secretsFile, true);
  const adminUrl = await startAsDeployed(path.join(folder, "database"));
  try {
    const urls = await prepareDatabase(adminUrl.url, path.join(folder, "roles.json"));
    await migrate(urls.ownerUrl);
    const config = loneConfig(folder, urls.appUrl, {
      SECRETS_FILE: secretsFile,
      NODE_ENV: "test",
      CLOCK_FILE: clockFile,
    });
    const begin = () => buildApp(config, "bench");
    const killed = { adminUrl: adminUrl.url, begin };
    setClockTo(clockFile, MONTH_OVER);
    await fillSavings(urls.ownerUrl, accounts);
    await measureInterest(killed, accounts);
    setClockTo(clockFile, YEAR_OVER);
    const contributions = Math.round((accounts * MOST.dividend.accounts) / MOST.interest.accounts);
    await fillContributions(urls.ownerUrl, contributions);
    await measureDividend(killed, contributions);
    await measureStatements(killed);
    const app = await begin();
    try {
      const breaches = await checkInvariants(app.db);
      console.log(`earnings: ${breaches.length} breaches`);
      if (breaches.length > 0) process.exitCode = 1;
    } finally {
      await closeApp(app);
    }
  } finally {
    await adminUrl.stop();
    removeFolder(folder);
  }
}

async function startAsDeployed(dataDir: string) {
  const unsized = await startEmbedded(dataDir);
  await asOwner(unsized.adminUrl, async (admin) => {
    for (const [name, value] of Object.entries(AS_DEPLOYED)) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await admin.query(`alter system set ${name} = ${pg.escapeLiteral(value)}`);
    }
  });
  await unsized.stop();
  const sized = await startEmbedded(dataDir);
  return { url: sized.adminUrl, stop: sized.stop };
}

async function asOwner(url: string, work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    await work(owner);
  } finally {
    await owner.end();
  }
}

type Bank = { adminUrl: string; begin: () => Promise<App> };

/** A worker that the database cuts off once half of the lines are booked, and one that goes on. */
async function killAndGoOn(bank: Bank, half: number): Promise<{ seconds: number; posted: number }> {
  const first = await bank.begin();
  const beganAt = performance.now();
  const { id } = await first.db
    .selectFrom("earning_run")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const work = postRun(first, id).catch(() => undefined);
  let posted = 0;
  while (posted < half) {
    // oxlint-disable-next-line no-await-in-loop -- it is looked at until it is half done
    const run = await first.db
      .selectFrom("earning_run")
      .select("posted_line")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    posted = run.posted_line;
  }
  await asOwner(bank.adminUrl, async (admin) => {
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'bank_app'",
    );
  });
  await work;
  await closeApp(first);
  const second = await bank.begin();
  await postRun(second, id);
  await closeApp(second);
  return { seconds: (performance.now() - beganAt) / 1000, posted };
}

async function measureInterest(bank: Bank, accounts: number): Promise<void> {
  const app = await bank.begin();
  await app.db.insertInto("interest_start").values({ day: "2026-11-01" }).execute();
  // As a worker that was there each night.
  await accrueThrough(app, "2026-11-29");
  const days = performance.now();
  await accrueThrough(app, "2026-11-30");
  const accrued = performance.now();
  await askDueInterest(app);
  const found = performance.now();
  await closeApp(app);
  const { seconds, posted } = await killAndGoOn(bank, accounts / 2);
  print("interest", accounts, {
    day: (accrued - days) / 1000,
    reckoned: (found - accrued) / 1000,
    posted: seconds,
    killedAt: posted,
  });
  await runEarningsOnce(bank);
}

/** Nothing is left to do. */
async function runEarningsOnce(bank: Bank): Promise<void> {
  const app = await bank.begin();
  await runEarnings(app);
  await closeApp(app);
}

/** Those of every account, for each month since the books began. */
async function measureStatements({ begin }: Bank): Promise<void> {
  const app = await begin();
  const began = performance.now();
  await makeStatements(app);
  const seconds = (performance.now() - began) / 1000;
  const { made } = await app.db
    .selectFrom("statement_month")
    .select(({ fn }) => fn.sum<bigint>("statements").as("made"))
    .executeTakeFirstOrThrow();
  console.log(
    `statements: ${String(made)} in ${Math.round(seconds * 10) / 10} s, ${Math.round(Number(made) / seconds)} a second`,
  );
  await closeApp(app);
}

async function measureDividend(bank: Bank, contributions: number): Promise<void> {
  const app = await bank.begin();
  const { id } = await app.db
    .insertInto("earning_run")
    .values({
      kind: "dividend",
      product: "me",
      period_from: "2026-01-01",
      period_to: "2026-12-31",
      rate_thousandths: 7250,
      day_basis: 365,
      minimum_centavos: 0n,
      tax_thousandths: 0,
      made_by: "bench",
      made_at: app.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const began = performance.now();
  await reckonRun(app, id);
  const found = performance.now();
  await app.db
    .updateTable("earning_run")
    .set({ state: "posting", posts_on: "2027-01-04", approved_by: "bench" })
    .where("id", "=", id)
    .execute();
  await closeApp(app);
  const { seconds, posted } = await killAndGoOn(bank, contributions / 2);
  print("dividend", contributions, {
    day: 0,
    reckoned: (found - began) / 1000,
    posted: seconds,
    killedAt: posted,
  });
}

type Took = { day: number; reckoned: number; posted: number; killedAt: number };

function print(what: keyof typeof MOST, accounts: number, took: Took): void {
  const { accounts: most, seconds: limit } = MOST[what];
  const seconds = took.day + took.reckoned + took.posted;
  const ofAll = (seconds * most) / accounts;
  const tenths = (figure: number) => String(Math.round(figure * 10) / 10);
  console.log(
    `earnings: ${what} of ${accounts}: a day ${tenths(took.day)} s, reckoned ${tenths(took.reckoned)} s, ` +
      `posted ${tenths(took.posted)} s, killed at ${took.killedAt}; ${most} in ${tenths(ofAll)} s (at most ${limit})`,
  );
  if (ofAll > limit) process.exitCode = 1;
}

/** Savings with what they held before the month, and two movements in it. */
async function fillSavings(ownerUrl: string, accounts: number): Promise<void> {
  await asOwner(ownerUrl, async (owner) => {
    await owner.query(
      `insert into member (guid, membership_no, first_name, last_name, created_at)
         select gen_random_uuid(), lpad(n::text, 16, '0'), 'Bench', 'Bench', now() from generate_series(1, $1::integer) n`,
      [accounts],
    );
    await open(owner, "savings", "2010", accounts);
    for (const [day, part] of [
      ["2026-10-31", 0],
      ["2026-11-10", 1],
      ["2026-11-20", 2],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await putIn(owner, { product: "savings", day, part });
    }
    await owner.query("vacuum analyze");
  });
}

async function fillContributions(ownerUrl: string, accounts: number): Promise<void> {
  await asOwner(ownerUrl, async (owner) => {
    await open(owner, "me", "2030", accounts);
    for (let month = 1; month <= 12; month += 1) {
      const day = `2026-${String(month).padStart(2, "0")}-13`;
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await putIn(owner, { product: "me", day, part: month });
    }
    await owner.query("vacuum analyze");
  });
}

async function open(owner: pg.Client, product: string, code: string, accounts: number) {
  await owner.query(
    `insert into member_account (member_id, product, account_number, ledger_account_id, opened_at)
       select m.id, $1, $2 || lpad(m.id::text, 8, '0'), ledger_open_account('ASSOC', $2, 'B' || m.id, now()), now()
       from (select id from member order by id limit $3::integer) m`,
    [product, code, accounts],
  );
}

/** An entry for each account of a product, many at once. */
async function putIn(
  owner: pg.Client,
  { product, day, part }: { product: string; day: string; part: number },
): Promise<void> {
  await owner.query(
    `select ledger_post_pairs('BENCH', 'post', ($2::text)::date, now(), array_agg($1::text || '-' || $2::text || '-' || b.n),
         array_agg('bench'::text), array_agg(ledger_account_id('ASSOC', '1010', '')), array_agg(b.id),
         array_agg((100000 + b.n * 7919 % 5000000 + $3::integer)::bigint))
       from (select ledger_account_id as id, row_number() over (order by id) as n from member_account where product = $1::text) b
       group by b.n / 20000`,
    [product, day, part],
  );
}
