import path from "node:path";
import { COMPILE_CACHE } from "./start/childPlans.ts";
import { shellWithoutBank } from "./start/shellEnvironment.ts";
import { explain } from "./start/problem.ts";
import { findTestBrowser } from "./findBrowser.ts";
import { passwordsOfBorrowed } from "./test/borrowedServer.ts";
import { quickFolder } from "./test/quickFolder.ts";
import { type Counts, readCounts } from "./test/readCounts.ts";
import { readFailures } from "./test/readFailures.ts";
import { runCommand } from "./test/runCommand.ts";
import { type Step, stepsOf } from "./test/steps.ts";
import { beginTestRun, type TestRun } from "./test/testRun.ts";

/** Longer than any step takes on two slow cores; a step that hangs must not hang for ever. */
const STEP_LIMIT_MINUTES = 85;

/**
 * npm test: every check in order, up to the first that fails and those beside it. The last line alone
 * says how many tests passed and failed. `npm test -- types unit transfers` runs the named steps; other
 * words choose test files.
 */
async function main(args: readonly string[]): Promise<void> {
  const testRun = await beginTestRun(quickFolder());
  try {
    await runSteps(args, testRun);
  } finally {
    await testRun.end();
  }
}

async function runSteps(args: readonly string[], testRun: TestRun): Promise<void> {
  const all = stepsOf(testRun.reports);
  const names = all.map((step) => step.name);
  const chosen = args.filter((argument) => names.includes(argument));
  const filters = args.filter((argument) => !names.includes(argument));
  const steps = all.filter((step) => chosen.length === 0 || chosen.includes(step.name));
  const environment = testEnvironment(testRun);
  const borrowed = environment["DATABASE_URL"];
  if (borrowed && steps.some((step) => step.counted)) await passwordsOfBorrowed(borrowed);

  const total: Counts = { passed: 0, failed: 0 };
  for (const stage of stagesOf(steps)) {
    const ended = await Promise.all(stage.map((step) => runAndTell(step, filters, environment)));
    for (const { passed, failed } of ended) {
      total.passed += passed;
      total.failed += failed;
    }
    if (total.failed > 0) break;
  }
  // What failed stands once more at the very end: between two long outputs it would be lost.
  const failures = steps.flatMap((step) => (step.counted ? readFailures(step.counted) : []));
  if (failures.length > 0) console.log(`Failed:\n\n${failures.join("\n\n")}\n`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

/** The steps that run at once, in the order of their beginning. */
function stagesOf(steps: readonly Step[]): Step[][] {
  const stages = [...new Set(steps.map(({ stage }) => stage))];
  return stages.map((stage) => steps.filter((step) => step.stage === stage));
}

/** Runs a step and says how it ended; a check without tests of its own that fails is one failure. */
async function runAndTell(
  step: Step,
  filters: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Counts> {
  const startedAt = performance.now();
  const { failure, told } = await run(step, filters, environment);
  const counts = step.counted ? readCounts(step.counted) : { passed: 0, failed: 0 };
  const nothingRan = step.counted !== undefined && counts.passed + counts.failed === 0;
  const complaint = failure ?? (nothingRan ? "No test ran." : undefined);
  const seconds = ((performance.now() - startedAt) / 1000).toLocaleString("en", {
    maximumFractionDigits: 1,
  });
  console.log(
    `${complaint === undefined ? "✓" : "✗"} ${step.title} — ${seconds} s${tally(counts)}`,
  );
  for (const line of told) console.log(`  ${line}`);
  if (complaint === undefined) return counts;
  console.log(
    `\n${complaint.trimEnd()}\n\n${step.title} failed. Alone: npm test -- ${step.name}\n`,
  );
  return { ...counts, failed: Math.max(counts.failed, 1) };
}

/** What a step wrote when it failed, and what it had to tell in any case. */
async function run(
  step: Step,
  filters: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<{ failure: string | undefined; told: readonly string[] }> {
  const told: string[] = [];
  try {
    // Says at once what is missing, before any server is started for it.
    if (step.counted?.tool === "playwright") await findTestBrowser();
    for (const command of step.commands(filters)) {
      const { isOk, output } = await runCommand(command, environment, STEP_LIMIT_MINUTES);
      if (step.tells) told.push(...(output.match(step.tells) ?? []));
      if (!isOk) {
        const isFull = /ENOSPC|no space left on device/i.test(output);
        return { failure: `${isFull ? "The disk is full.\n" : ""}${output}`, told };
      }
    }
    return { failure: undefined, told };
  } catch (error) {
    return { failure: explain(error), told };
  }
}

/** The caller's settings for a bank must not change what is tested; the database may. */
function testEnvironment({ reports, temporary }: TestRun): NodeJS.ProcessEnv {
  const { DATABASE_URL } = process.env;
  return {
    ...shellWithoutBank(),
    ...(DATABASE_URL ? { DATABASE_URL } : {}),
    TMPDIR: temporary,
    // For screenshots, traces and logs of what fails (playwright.config.ts).
    TEST_REPORTS: reports,
    NODE_ENV: "test",
    // Hundreds of processes load the same sources.
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    // Absolute: Playwright takes a relative one from the folder of its configuration.
    PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(reports, "e2e.json"),
    FORCE_COLOR: "0",
  };
}

function tally({ passed, failed }: Counts): string {
  if (passed + failed === 0) return "";
  return failed === 0 ? `, ${passed} tests` : `, ${failed} of ${passed + failed} tests failed`;
}

// Whoever started us is gone (bin/prepare.mjs): as if it had passed on a signal.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
} finally {
  // The channel would keep us here.
  process.removeAllListeners("disconnect");
  if (process.connected) process.disconnect();
}
