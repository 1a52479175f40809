import { parseArgs } from "node:util";
import { undoAll } from "./drill/cleanUp.ts";
import type { DrillOptions, Goal } from "./drill/goal.ts";
import { goals } from "./drill/goals.ts";
import { isHeld, type Result, tableOf } from "./drill/table.ts";
import { readArguments } from "#scripts/start/readArguments.ts";

/*
 * npm run drill: the goals of reliability, one by one against real processes and real faults, each on a bank
 * of its own. Without a word it lists them; `-- R5 R6` runs some, `-- all` every one; `--short` does a few rounds
 * of each, `--minutes N` says how long a soak goes on. Ends with 1 when one is not held. See docs/drills.md.
 */
const USAGE = `npm run drill                                       lists the goals
npm run drill -- R5 R6 [--short] [--minutes N]      some of them
npm run drill -- all [--short] [--minutes N]        every one`;

const { values, positionals } = readArguments(USAGE, () =>
  parseArgs({
    allowPositionals: true,
    options: { short: { type: "boolean", default: false }, minutes: { type: "string" } },
  }),
);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    console.log("\nInterrupted; cleaning up …");
    void undoAll().then(() => process.exit(130));
  });
}

if (positionals.length === 0) list();
else process.exitCode = (await runGoals(positionals.map((word) => word.toLowerCase()))) ? 0 : 1;

function list(): void {
  for (const { name, also, title, figure, how } of goals) {
    console.log(
      `${[name, also].filter(Boolean).join(", ").padEnd(10)}${title}\n        ${figure}\n        shown by: ${how}\n`,
    );
  }
  console.log("npm run drill -- R5, or -- all [--short]. What each needs: docs/drills.md");
}

async function runGoals(wanted: readonly string[]): Promise<boolean> {
  const namesOf = ({ name, also }: Goal) => [name, also ?? name].map((one) => one.toLowerCase());
  const known = ["all", ...goals.flatMap(namesOf)];
  const unknown = wanted.filter((word) => !known.includes(word));
  if (unknown.length > 0) {
    console.error(`There is no goal ${unknown.join(", ")}. npm run drill lists them.`);
    return false;
  }
  const chosen = goals.filter(
    (goal) => wanted.includes("all") || namesOf(goal).some((name) => wanted.includes(name)),
  );
  const results: Result[] = [];
  for (const goal of chosen) {
    console.log(`\n${goal.name}  ${goal.title}`);
    results.push({ goal, found: await runOne(goal) });
    await undoAll();
  }
  console.log(`\n${tableOf(results)}`);
  return results.every(isHeld);
}

/** What a drill could not do is something that it did not show. */
async function runOne(goal: Goal): Promise<Result["found"]> {
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
  const options: DrillOptions = {
    isShort: values.short,
    minutes,
    say: (line) => console.log(`        ${line}`),
  };
  try {
    return await goal.run(options);
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return [{ what: "the drill could not be ended", seen: why, held: false }];
  }
}
