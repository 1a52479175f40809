import { lastDayOf, manilaDate, manilaMonth } from "#common/manila.ts";
import { runEarnings } from "#server/domains/earnings/runEarnings.ts";
import { debitLoans } from "#server/domains/loans/debits/debitLoans.ts";
import { runLoanDays } from "#server/domains/loans/jobs/runLoanDays.ts";
import { freeLocks } from "#server/domains/moneyLock/freeLocks.ts";
import { makeStatements } from "#server/domains/statements/makeStatements.ts";
import type { App } from "#server/platform/app.ts";
import { drain } from "#test/simulation/chores.ts";
import { between, choose } from "#test/simulation/dice.ts";
import { note, processesOf, type Run } from "#test/simulation/run.ts";
import { lookAtDebits } from "./debits.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What the worker does by itself each day. */
const JOBS: readonly [string, (app: App) => Promise<unknown>][] = [
  ["the loans' days", (app) => runLoanDays(app)],
  ["automatic debits", (app) => debitLoans(app)],
  ["earnings", runEarnings],
  ["statements", (app) => makeStatements(app)],
  ["locks", (app) => freeLocks(app)],
];

/** Some days later, often on the day before a month ends, on its last day or on the next one's first. */
export function passDays({ chance, clock, ...run }: Run): void {
  const { now } = clock;
  const isoOf = (moment: number) => manilaDate(new Date(moment));
  const last = lastDayOf(manilaMonth(new Date(now)));
  const morning = new Date(`${last}T00:00:00+08:00`).getTime();
  const at = chance.below(20) * HOUR + chance.below(3_000_000) + 10 * 60_000;
  const isAhead = (moment: number) => moment > now;
  const ends = [morning - DAY, morning, morning + DAY].map((day) => day + at).filter(isAhead);
  const days = between(chance.below(1000) / 1000, 1, 9);
  clock.now = choose(chance.below(1000) / 1000, [
    [5, now + days * DAY],
    [5, ends[0] ?? now + DAY],
    [2, now + 2 * HOUR],
  ]);
  note({ clock, ...run, chance }, `it is ${isoOf(clock.now)}`);
}

/**
 * The worker does what the days bring. It may die of it, or two do the same at the same time; in the end it is done:
 * what is not is wrong.
 */
export async function workOnDays(run: Run): Promise<void> {
  const { chance, notes, turns } = run;
  if (chance.below(4) === 0) {
    const [name, job] = chance.pick(JOBS);
    await lookAtDebits(run);
    note(run, `at the same time twice: ${name}`);
    if (chance.below(3) === 0) dieIn(run, 25);
    const parts = processesOf(run).map(({ name: process, app }) => ({
      process,
      work: () => job(app).catch((error: unknown) => notes.push(`  ${process}: ${String(error)}`)),
    }));
    notes.push(`  turns: ${await turns.interleave(parts, chance.below)}`);
    return;
  }
  if (chance.below(3) === 0) dieIn(run, 60);
  note(run, "the worker's days");
  await lookAtDebits(run);
  for (const [, job] of JOBS) await job(run.app);
  await drain(run, false);
}

function dieIn({ chance, life }: Run, most: number): void {
  life.dieAt(1 + chance.below(most), chance.pick(["before", "after"]));
}

/** What is left of it, by a process that lives. */
export async function endDays(run: Run): Promise<void> {
  note(run, "what the days left");
  await lookAtDebits(run);
  for (const [name, job] of JOBS) {
    await job(run.app).catch((error: unknown) => {
      run.money.wrongs.push(`${name} cannot be done: ${String(error)}`);
    });
  }
  await drain(run, true);
}
