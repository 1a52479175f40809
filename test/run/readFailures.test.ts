import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readFailures } from "#scripts/test/readFailures.ts";

/** What Playwright reports of one test that failed and left these files. */
const reportOf = (attachments: readonly object[]) => ({
  suites: [
    {
      specs: [
        {
          title: "A04 the form",
          ok: false,
          file: "login.spec.ts",
          tests: [{ results: [{ error: { message: "Timed out\n\n  at the form" }, attachments }] }],
        },
      ],
    },
  ],
});

function told(report: object): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "failures-"));
  try {
    const file = path.join(folder, "e2e.json");
    writeFileSync(file, JSON.stringify(report));
    return readFailures({ tool: "playwright", report: file });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const at = (name: string, file: string) => ({ name, path: path.resolve("test-results", file) });

test("a failed test in a browser says where its screenshot and the bank's logs are, and how to get a trace", () => {
  const kept = [at("screenshot", "failed.png"), at("log of api", "bank-api.log"), { name: "axe" }];
  expect(told(reportOf(kept))).toEqual([
    [
      "login.spec.ts: A04 the form",
      "    Timed out",
      "      at the form",
      "    screenshot: test-results/failed.png",
      "    log of api: test-results/bank-api.log",
      "    trace: npm test -- e2e login --trace on",
    ].join("\n"),
  ]);
});

test("a trace that was made is named", () => {
  const [text] = told(reportOf([at("trace", "trace.zip")]));
  expect(text).toMatch(/\n {4}trace: test-results\/trace\.zip$/);
});
