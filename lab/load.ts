import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { type LoadedBank, startLoadedBank } from "./load/bank.ts";
import { bottleneckOf, type Run, tenths, verdictOf } from "./load/figures.ts";
import { type LoadOptions, readLoadOptions, timesOf, USAGE } from "./load/options.ts";
import { pageOf } from "./load/page.ts";
import { type LoadProfile, readLoadProfile } from "./load/profile.ts";
import { startProfiling } from "./load/profiling.ts";
import { printCost, printThroughput } from "./load/ratios.ts";
import { fill, runLoad } from "./load/runLoad.ts";
import { searchHighest } from "./load/search.ts";
import { linesOf } from "./load/say.ts";
import { explain } from "#scripts/start/problem.ts";
import { endOnSignals } from "#scripts/start/endOnSignals.ts";
import { readArguments } from "#scripts/start/readArguments.ts";

/*
 * npm run load: the payday of lab/load/loadProfile.json as members make it, on a bank of its own. Calls come when they
 * are due, whatever became of the calls before; sockets are open all the time. Ends with a verdict, line by line,
 * and a page of plots. docs/load.md tells how to read it.
 */
const say = (text: string) => console.log(text);

async function main(options: LoadOptions): Promise<void> {
  const profile = readLoadProfile();
  if (options.what === "ratios") {
    await printThroughput(withBank, { ...options, profile }, say);
    await printCost(withBank, { ...options, profile }, say);
    return;
  }
  const profiling = startProfiling(options.isProfiled);
  try {
    const run = await withBank({ ...options, profileDir: profiling.folder }, async (bank) => {
      const filled = await fill(bank, { members: options.members, profile }, say);
      const asked = { ...options, ...timesOf(options), apis: options.apis };
      const runAt = (fraction: number) =>
        runLoad(bank, filled, profile, { ...asked, fraction }, say);
      const ended =
        options.what === "search"
          ? await highest(options, profile, runAt)
          : await runAt(options.fraction);
      await profiling.ask(bank);
      return ended;
    });
    report(run, profile, options, profiling.text());
  } finally {
    profiling.end();
  }
}

/** The highest part of the payday that is kept; where none is, the smallest that was tried. */
async function highest(
  { fraction }: LoadOptions,
  profile: LoadProfile,
  runAt: (fraction: number) => Promise<Run>,
): Promise<Run> {
  const { kept, missed } = await searchHighest(fraction, profile, runAt, say);
  if (missed !== undefined) {
    say(`\nMissed at ${tenths(missed.fraction * 100)} % of the payday.`);
    say(bottleneckOf(missed, availableParallelism()));
  }
  const found = kept ?? missed;
  if (found === undefined) throw new Error("nothing was tried");
  say(
    kept === undefined
      ? "\nNo part of the payday that was tried is kept."
      : `\nThe highest part of the payday that is kept: ${tenths(kept.fraction * 100)} %`,
  );
  return found;
}

function report(
  run: Run,
  profile: LoadProfile,
  { page }: LoadOptions,
  profiled: string | undefined,
): void {
  const verdict = verdictOf(run, profile);
  for (const line of linesOf(run, verdict)) say(line);
  if (profiled !== undefined) say(`\n${profiled}`);
  mkdirSync(path.dirname(page), { recursive: true });
  writeFileSync(page, pageOf(run, profile, profiled));
  say(`\nThe report: ${page}`);
  if (verdict.some(({ isKept }) => isKept === false)) process.exitCode = 1;
}

/** A bank for the time of `work`, cleared away however that ends. */
async function withBank<T>(
  what: Parameters<typeof startLoadedBank>[0],
  work: (bank: LoadedBank) => Promise<T>,
): Promise<T> {
  const starting = startLoadedBank(what, say);
  const takeBack = endOnSignals(async () => (await starting).end());
  const bank = await starting;
  try {
    return await work(bank);
  } finally {
    await bank.end();
    takeBack();
  }
}

const asked = readArguments(USAGE, () => readLoadOptions(process.argv.slice(2)));
try {
  await main(asked);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
