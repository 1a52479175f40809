import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { COMPILE_CACHE } from "#scripts/start/childPlans.ts";

const run = (script: string, word: string) =>
  spawnSync(process.execPath, [script, word], {
    // None of them may find a bank to work on.
    env: {
      PATH: process.env["PATH"],
      DATA_DIR: "/nowhere",
      NODE_COMPILE_CACHE: COMPILE_CACHE,
    },
    encoding: "utf8",
    timeout: 300_000,
  });

const OF_OPERATORS =
  "migrate firstStaff firstTimeCode keys ledgerCheck auditVerify auditSeal restoreVerify verifyStatement";
const OF_THE_LAB = "drill fuzz simulate";
const COMMANDS = Object.entries({ scripts: OF_OPERATORS, lab: OF_THE_LAB }).flatMap(
  ([folder, names]) => names.split(" ").map((name) => `${folder}/${name}.ts`),
);

describe.each(COMMANDS)("%s", (script) => {
  test("--help says how it is called and does nothing", () => {
    const { status, stdout, stderr } = run(script, "--help");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^npm run \S+/);
  });

  test("a word that it does not know is named in a sentence, before anything is done", () => {
    const { status, stdout, stderr } = run(script, "--wrong");
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("--wrong");
    expect(stderr).toMatch(/npm run \S+/);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
