import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { runInside } from "./drillFailover/inside.ts";
import {
  applicationSpace,
  makeNetwork,
  removeLeftOvers,
  removeNetwork,
} from "./drillFailover/machines.ts";
import { planRounds } from "./drillFailover/plan.ts";
import { readArguments } from "#scripts/start/readArguments.ts";

/*
 * npm run drill:failover -- [kills]: the reference configuration of deploy/postgresql on three machines (network
 * namespaces) with Debian's packages, the bank on top, members sending transfers. Primaries are killed, vanish,
 * are paused and cut off, etcd is lost; at the end nothing acknowledged is missing. Kills: 20, the least is 1.
 */
const PROGRAMS = ["ip", "setpriv", "openssl", "psql", "etcd", "patroni", "haproxy", "pgbouncer"];
const PACKAGES = "patroni etcd-server etcd-client haproxy pgbouncer postgresql-15 iproute2 openssl";
const SERVER = "/usr/lib/postgresql/15/bin/postgres";

const { positionals } = readArguments("npm run drill:failover [-- kills], 20 unless said", () =>
  parseArgs({ allowPositionals: true }),
);
const [first = "20", ...rest] = positionals;
if (first === "inside") {
  const [drill = "", folder = "", kills = ""] = rest;
  process.exitCode = (await runInside(Number(drill), folder, Number(kills))) ? 0 : 1;
} else {
  process.exitCode = await drill(first);
}

async function drill(kills: string): Promise<number> {
  const obstacle = whyNot(kills);
  if (obstacle !== undefined) {
    console.error(obstacle);
    return 1;
  }
  removeLeftOvers();
  const folder = mkdtempSync(path.join(tmpdir(), "bank-failover-"));
  // PostgreSQL's user must be able to pass through.
  chmodSync(folder, 0o711);
  // Ctrl-C reaches the part inside as well; this part stays to clean up after both.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => undefined);
  let code = 1;
  try {
    makeNetwork(process.pid);
    console.log(`${planRounds(Number(kills)).length} rounds, half a minute to a minute each`);
    code = await runThere(folder, kills);
  } finally {
    removeNetwork(process.pid);
    if (code === 0) rmSync(folder, { recursive: true, force: true });
    else console.log(`Logs and data are kept in ${folder}`);
  }
  return code;
}

/** What is missing for the drill, in a sentence that says how to get it. */
function whyNot(kills: string): string | undefined {
  if (!/^[1-9]\d{0,2}$/.test(kills)) return "npm run drill:failover -- [kills], from 1 to 999";
  if (process.platform !== "linux" || process.getuid?.() !== 0) {
    return "The drill makes network namespaces: run it as root on Linux.";
  }
  const missing = PROGRAMS.filter((name) => spawnSync("which", [name]).status !== 0);
  if (!existsSync(SERVER)) missing.push(SERVER);
  if (missing.length === 0) return undefined;
  return `Missing: ${missing.join(", ")}. On Debian 12: apt-get install ${PACKAGES}`;
}

async function runThere(folder: string, kills: string): Promise<number> {
  const space = applicationSpace(process.pid);
  const again = [process.execPath, "lab/drillFailover.ts", "inside"];
  const child = spawn(
    "ip",
    ["netns", "exec", space, ...again, String(process.pid), folder, kills],
    { stdio: "inherit" },
  );
  return new Promise((resolve) => {
    child.on("error", () => resolve(1));
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
