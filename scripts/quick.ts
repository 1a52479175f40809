import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { filesToCheck, testsOf, typeProjectsOf } from "./quick/plan.ts";
import { readArguments } from "./start/readArguments.ts";
import { runCommand } from "./test/runCommand.ts";

const USAGE = `npm run quick: types and lint of what changed since main, and the unit tests beside it or that import
it directly. -- --since COMMIT compares with another commit. The whole is npm test.`;
const LIMIT_MINUTES = 10;
const LINT = ["--type-aware", "--tsconfig", "tsconfig.json", "--deny-warnings"];

const { values } = readArguments(USAGE, () =>
  parseArgs({ options: { since: { type: "string", default: "main" } } }),
);

/** What git answers, line by line; nothing where it has no answer. */
function git(...args: string[]): string[] {
  const { stdout, status } = spawnSync("git", args, { encoding: "utf8" });
  return status === 0 ? stdout.split("\n").filter((line) => line !== "") : [];
}

/** Committed on this branch, in the work tree, and new: against the commit that the branch left `since` at. */
function changedFiles(since: string): string[] {
  const [base = "HEAD"] = git("merge-base", "HEAD", since);
  const changed = [
    ...git("diff", "--name-only", "--diff-filter=d", base),
    ...git("ls-files", "--others", "--exclude-standard"),
  ];
  return [...new Set(changed)].filter(existsSync);
}

async function check(title: string, command: readonly string[]): Promise<boolean> {
  const startedAt = performance.now();
  const { isOk, output } = await runCommand(command, process.env, LIMIT_MINUTES);
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  console.log(`${isOk ? "✓" : "✗"} ${title} — ${seconds} s`);
  if (!isOk) console.log(`\n${output.trimEnd()}\n`);
  return isOk;
}

const changed = filesToCheck(changedFiles(values.since));
const tests = testsOf(
  changed,
  git("ls-files", "--cached", "--others", "--exclude-standard", "src", "test", "lab")
    .filter((file) => /\.test\.tsx?$/.test(file) && existsSync(file))
    .map((file) => ({ file, text: readFileSync(file, "utf8") })),
);
const projects = typeProjectsOf(changed);
console.log(`${changed.length} files changed, ${tests.length} test files`);
const programs = path.resolve("node_modules/.bin");
const program = (name: string) => path.join(programs, name);
const checks: Promise<boolean>[] = [];
if (projects.length > 0)
  checks.push(check("Types", [program("tsc"), "-b", ...projects, "--singleThreaded"]));
if (changed.length > 0) {
  checks.push(
    check("Format", [program("oxfmt"), "--check", ...changed]),
    check("Lint", [program("oxlint"), ...LINT, ...changed]),
  );
}
if (tests.length > 0)
  checks.push(check("Tests", [program("vitest"), "run", "--allowOnly=false", ...tests]));
const results = await Promise.all(checks);
process.exitCode = results.includes(false) ? 1 : 0;
