import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { LoadResult } from "./load.ts";

/** A pgbench script of this folder, and the values of its variables. */
export type PgbenchScript = { name: string; variables?: Record<string, number> };

const MINIMAL: PgbenchScript = { name: "minimal.pgbench" };

/** Runs the minimal transfer, or another script, under pgbench. Throws a sentence when there is no pgbench. */
export function runPgbench(
  databaseUrl: string,
  connections: number,
  seconds: number,
  script = MINIMAL,
): LoadResult {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-"));
  const threads = Math.min(2, connections);
  const options = ["-n", "-M", "prepared", "-c", `${connections}`, "-j", `${threads}`];
  for (const [name, value] of Object.entries(script.variables ?? {})) {
    options.push("-D", `${name}=${value}`);
  }
  const file = new URL(script.name, import.meta.url).pathname;
  try {
    execFileSync(
      process.env["PGBENCH"] ?? "pgbench",
      [...options, "-T", `${seconds}`, "-f", file, "-l", databaseUrl],
      { cwd: folder, stdio: ["ignore", "pipe", "pipe"] },
    );
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      throw new Error(
        "pgbench is missing. It comes with PostgreSQL's client or contrib package; or set PGBENCH to its path.",
        { cause: error },
      );
    }
    throw error;
  }
  const latencies = readdirSync(folder).flatMap((file) => latenciesOf(path.join(folder, file)));
  rmSync(folder, { recursive: true });
  return {
    requests: latencies.length,
    failures: 0,
    seconds,
    latencies: Float64Array.from(latencies).sort(),
  };
}

/** The third column of a transaction log: microseconds. */
function latenciesOf(file: string): number[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => Number(line.split(" ")[2]) / 1000);
}
