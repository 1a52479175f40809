import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { TestInfo } from "@playwright/test";

/** What a test may leave of one log; the end says most. */
const MOST_BYTES = 1024 * 1024;

/** Lengths of a bank's logs at one moment, by path. */
export type LogMarks = ReadonlyMap<string, number>;

/** How long the logs of a bank (API, worker, sandbox, database) are now. */
export function markLogs(dataDir: string): LogMarks {
  return new Map(logsOf(dataDir).map((file) => [file, sizeOf(file)]));
}

/** Keeps what a bank has logged since, a file for each process beside the screenshots of the test. */
export function keepLogs(dataDir: string, since: LogMarks, testInfo: TestInfo): void {
  for (const file of logsOf(dataDir)) {
    const mark = since.get(file) ?? 0;
    const whole = readFileSync(file);
    // A log that was put aside begins again.
    const written = whole.subarray(whole.length < mark ? 0 : mark).subarray(-MOST_BYTES);
    if (written.length === 0) continue;
    const kept = testInfo.outputPath(`bank-${path.basename(file)}`);
    writeFileSync(kept, written);
    const name = `log of ${path.basename(file, ".log")}`;
    testInfo.attachments.push({ name, contentType: "application/x-ndjson", path: kept });
  }
}

function logsOf(dataDir: string): string[] {
  return [path.join(dataDir, "logs"), path.join(dataDir, "database")].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".log"))
      .map((name) => path.join(folder, name)),
  );
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
