import path from "node:path";
import pg from "pg";
import type { App } from "#server/platform/app.ts";
import { buildApp, closeApp } from "#server/entry/buildApp.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { prepareDatabase } from "#server/db/prepareDatabase.ts";
import { ensureSecrets } from "#server/platform/secrets/secrets.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { runLoanDays } from "#server/domains/loans/jobs/runLoanDays.ts";
import { makeFolder, removeFolder } from "#lab/bench/ownFolder.ts";
import { setClockTo } from "#test/support/clockFile.ts";
import { loneConfig } from "./loneConfig.ts";

/** The first of a month: interest of the month before, then everything that is overdue. */
const FIRST = new Date("2026-12-01T00:10:00+08:00");
/** The days of grace are over: penalties and past-due loans. */
const GRACE_OVER = new Date("2026-12-06T00:10:00+08:00");
/** What the accrual of a month may take over 200,000 loans, on two cores. */
const MOST_SECONDS = 60;

/**
 * The jobs of a month over so many loans on a durable database of its own. On the first the interest of all is
 * accrued, and all are overdue, since the employers' money comes after the month's end; by the sixth nine in ten
 * are paid, and the others get a penalty and are past due. Prints how long each stage took.
 */
export async function benchLoans(loans: number): Promise<void> {
  const folder = makeFolder("bench-loans-");
  const secretsFile = path.join(folder, "secrets.json");
  const clockFile = path.join(folder, "clock");
  ensureSecrets(secretsFile, true);
  const embedded = await startEmbedded(path.join(folder, "database"));
  try {
    const urls = await prepareDatabase(embedded.adminUrl, path.join(folder, "roles.json"));
    await migrate(urls.ownerUrl);
    await makeLoans(urls.ownerUrl, loans);
    const config = loneConfig(folder, urls.appUrl, {
      SECRETS_FILE: secretsFile,
      NODE_ENV: "test",
      CLOCK_FILE: clockFile,
    });
    setClockTo(clockFile, FIRST);
    const app = await buildApp(config, "bench");
    try {
      await runLoanDays(app);
      await payMost(urls.ownerUrl);
      setClockTo(clockFile, GRACE_OVER);
      await runLoanDays(app);
      await printStages(app);
      const breaches = await checkInvariants(app.db);
      console.log(`loans: ${breaches.length} breaches`);
    } finally {
      await closeApp(app);
    }
  } finally {
    await embedded.stop();
    removeFolder(folder);
  }
}

async function printStages(app: App): Promise<void> {
  const runs = await app.db
    .selectFrom("loan_run")
    .selectAll()
    .where("loans", ">", 0n)
    .orderBy("started_at")
    .execute();
  for (const { day, stage, loans, started_at, finished_at } of runs) {
    const milliseconds = (finished_at?.getTime() ?? Number.NaN) - started_at.getTime();
    const seconds = tenths(milliseconds);
    const of200k = tenths((milliseconds * 200_000) / Number(loans));
    console.log(
      `loans: ${day} ${stage.padEnd(8)} ${String(seconds).padStart(6)} s for ${loans}; 200,000 in ${of200k} s (at most ${MOST_SECONDS})`,
    );
  }
}

/** Seconds of milliseconds, to a tenth. */
function tenths(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}

/** Nine in ten pay November's instalment, as the employers' files would book it. */
async function payMost(ownerUrl: string): Promise<void> {
  await asOwner(ownerUrl, async (owner) => {
    await owner.query(
      `select ledger_post('LOAN_PAYMENT', 'payroll', 'BENCH', '2026-12-03', '2026-12-03T04:00:00Z', 'bench',
         array[ledger_account_id('ASSOC', '1310', ''), ledger_account_id('ASSOC', '1230', ''),
           ledger_account_id('ASSOC', '1210', '')],
         array['D', 'C', 'C'], array[t.interest + t.principal, t.interest, t.principal]::bigint[])
       from (
         select sum(i.interest_centavos)::bigint as interest, sum(i.principal_centavos)::bigint as principal
         from loan_instalment i join loan l on l.id = i.loan_id where i.number = 2 and l.next_unpaid = 2
       ) t`,
    );
    await owner.query(
      `update loan_instalment i set paid_principal_centavos = i.principal_centavos,
         paid_interest_centavos = i.interest_centavos
       from loan l where l.id = i.loan_id and l.next_unpaid = 2 and i.number = 2`,
    );
    await owner.query(
      `update loan set next_unpaid = 3, overdue_centavos = 0,
         principal_outstanding_centavos = principal_outstanding_centavos - 1000000 where next_unpaid = 2`,
    );
  });
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

/** Loans of 36 months in their second month, released for cash; nine in ten paid the first instalment. */
async function makeLoans(ownerUrl: string, loans: number): Promise<void> {
  await asOwner(ownerUrl, async (owner) => {
    await owner.query(
      `insert into member (guid, membership_no, first_name, last_name, created_at)
       select gen_random_uuid(), lpad(n::text, 16, '0'), 'Bench', 'Bench', now()
       from generate_series(1, 1000) n`,
    );
    await owner.query(
      `insert into loan (loan_no, member_id, loan_type, name, principal_centavos, principal_outstanding_centavos,
         monthly_amortization_centavos, annual_rate, months, first_due_on, next_unpaid, released_at)
       select 'LPRO-2026-' || lpad(n::text, 7, '0'), 1 + n % 1000, 'SL', 'Salary Loan', 36000000,
         case when n % 10 = 0 then 36000000 else 35000000 end, 1195715, 1200, 36, '2026-10-31',
         case when n % 10 = 0 then 1 else 2 end, '2026-10-01T04:00:00Z'
       from generate_series(1, $1::integer) n`,
      [loans],
    );
    await owner.query(
      `insert into loan_instalment (loan_id, number, due_on, principal_centavos, interest_centavos, earned_centavos,
         paid_principal_centavos, paid_interest_centavos)
       select l.id, k, (date '2026-10-01' + make_interval(months => k) - interval '1 day')::date, 1000000, 360000 - k * 9000,
         case when k = 1 and l.next_unpaid = 2 then 360000 - k * 9000 else 0 end,
         case when k = 1 and l.next_unpaid = 2 then 1000000 else 0 end,
         case when k = 1 and l.next_unpaid = 2 then 360000 - k * 9000 else 0 end
       from loan l, generate_series(1, 36) k`,
    );
    await owner.query(
      `select ledger_post('LOAN_OPENING', 'post', 'BENCH', '2026-10-01', '2026-10-01T04:00:00Z', 'bench',
         array[ledger_account_id('ASSOC', '1210', ''), ledger_account_id('ASSOC', '1110', '')], array['D', 'C'],
         array[t.total, t.total]::bigint[])
       from (select sum(principal_outstanding_centavos)::bigint as total from loan) t`,
    );
    await owner.query(
      `insert into loan_run (day, stage, started_at, finished_at) values ('2026-11-22', 'ageing', now(), now());
       analyze loan; analyze loan_instalment`,
    );
  });
}
