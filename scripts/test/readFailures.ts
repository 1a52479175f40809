import { readFileSync } from "node:fs";
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
        z.object({ error: z.object({ message: z.string().optional() }).optional() }),
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

/** Each failed test of a runner's report: its file, its name and the first lines of what was wrong. */
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
      const errors = spec.tests.flatMap((test) => test.results.map((result) => result.error));
      return told(spec.file, spec.title, errors.find((error) => error?.message)?.message);
    });
}

function told(file: string, name: string, message = ""): string {
  const lines = message.split("\n").filter((line) => line.trim() !== "");
  return [`${file}: ${name}`, ...lines.slice(0, 8).map((line) => `    ${line}`)].join("\n");
}
