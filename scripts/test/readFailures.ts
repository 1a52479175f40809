import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Counted } from "./steps.ts";

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

const playwrightSpec = z.object({
  title: z.string(),
  ok: z.boolean(),
  file: z.string(),
  tests: z.array(
    z.object({
      results: z.array(
        z.object({
          error: z.object({ message: z.string().optional() }).optional(),
          attachments: z
            .array(z.object({ name: z.string(), path: z.string().optional() }))
            .default([]),
        }),
      ),
    }),
  ),
});
const playwrightSuite = z.object({
  specs: z.array(playwrightSpec).default([]),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});

/**
 * Each failed test of a runner's report: its file, its name, the first lines of what was wrong, and of one in a
 * browser where its screenshots, its trace and the bank's logs are.
 */
export function readFailures({ tool, report }: Counted): string[] {
  const text = readText(report);
  if (text === undefined) return [];
  return tool === "vitest" ? ofVitest(JSON.parse(text)) : ofPlaywright(JSON.parse(text));
}

function readText(report: string): string | undefined {
  try {
    return readFileSync(report, "utf8");
  } catch {
    return undefined;
  }
}

function ofVitest(json: unknown): string[] {
  const report = vitestReport.safeParse(json);
  if (!report.success) return [];
  return report.data.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => told(file.name, test.fullName, test.failureMessages?.[0])),
  );
}

function ofPlaywright(json: unknown): string[] {
  const report = playwrightSuite.safeParse(json);
  if (!report.success) return [];
  const specsOf = (suite: z.infer<typeof playwrightSuite>): z.infer<typeof playwrightSpec>[] => [
    ...suite.specs,
    ...suite.suites.flatMap(specsOf),
  ];
  return specsOf(report.data)
    .filter((spec) => !spec.ok)
    .map((spec) => {
      const results = spec.tests.flatMap((test) => test.results);
      const message = results.find(({ error }) => error?.message)?.error?.message;
      const kept = results.flatMap(({ attachments }) => attachments);
      return [told(spec.file, spec.title, message), ...whereKept(spec.file, kept)].join("\n");
    });
}

/** A line for each file that a failed test left, and how to get a trace when there is none. */
function whereKept(
  file: string,
  kept: readonly { name: string; path?: string | undefined }[],
): string[] {
  const lines = kept.flatMap(({ name, path: place }) =>
    place === undefined ? [] : [`    ${name}: ${path.relative("", place)}`],
  );
  const hasTrace = kept.some(({ name }) => name === "trace");
  const word = path.basename(file).replace(/\.spec\.ts$/, "");
  return hasTrace ? lines : [...lines, `    trace: npm test -- e2e ${word} --trace on`];
}

function told(file: string, name: string, message = ""): string {
  const lines = message.split("\n").filter((line) => line.trim() !== "");
  return [`${file}: ${name}`, ...lines.slice(0, 8).map((line) => `    ${line}`)].join("\n");
}
