import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { COMPILE_CACHE } from "#scripts/start/childPlans.ts";

const run = (script: string, word: string) =>
  spawnSync(process.execPath, [`scripts/${script}.ts`, word], {
    // None of them may find a bank to work on.
    env: {
      PATH: process.env["PATH"],
      DATA_DIR: "/nowhere",
      NODE_COMPILE_CACHE: COMPILE_CACHE,
    },
    encoding: "utf8",
    timeout: 60_000,
  });

const OF_OPERATORS =
  "migrate firstStaff firstTimeCode keys ledgerCheck auditVerify auditSeal restoreVerify";
const OF_PROOFS = "drill fuzz simulate";

describe.each(`${OF_OPERATORS} ${OF_PROOFS}`.split(" "))("%s", (script) => {
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
