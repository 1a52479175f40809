import path from "node:path";
import { type NotedBalances, readBalances } from "#scripts/restore/balances.ts";
import { runScript } from "#scripts/restore/programs.ts";
import { mustRun, readInfo } from "#scripts/restore/repository.ts";
import {
  restoreScratch,
  type Scratch,
  startScratch,
  type Target,
  withClient,
} from "#scripts/restore/scratchCluster.ts";
import { areEqual, balancesText } from "#scripts/restore/verifyRestore.ts";
import { rmSync } from "node:fs";
import { bookedOf, type Load, send } from "./load.ts";
import { isAsAt, lossesOf } from "./losses.ts";
import { bringBackWal, destroyPrimary, own } from "./primary.ts";
import { type Report, tenths } from "./report.ts";
import type { Stage } from "./stage.ts";

/** What docs/drills.md and the runbook promise. */
const MOST_LOST_SECONDS = 300;
const MOST_RESTORE_SECONDS = 1800;
const SERVES_WITHIN_MS = 120_000;

/**
 * Lets money move on, takes the database away at a moment nobody chose, and restores it: without its last
 * segments, to a moment, to a noted place, and, in its place, with its last segments.
 */
export async function disasters(
  stage: Stage,
  report: Report,
  load: Load,
  noted: NotedBalances,
  seconds: number,
): Promise<void> {
  const { folders, primary } = stage;
  await wait(2000);
  const moment = new Date();
  await wait(seconds * 1000);
  const told = load.acknowledged.length;
  primary.crash();
  const lostAt = new Date();
  await load.stop();
  const keptWal = path.join(folders.root, "kept-wal");
  const { segments } = destroyPrimary(folders, keptWal);
  report.claim(
    "the database is destroyed under load",
    told > 0,
    `${load.acknowledged.length} transfers acknowledged, ${load.unknown.length} without an answer`,
  );

  await report.timed("restored from the archive alone", () =>
    onScratch(stage, { type: "default" }, async (scratch) => {
      const losses = lossesOf(load.acknowledged, await booked(scratch, load), lostAt);
      report.claim(
        "lost without the last segments",
        losses.seconds <= MOST_LOST_SECONDS && losses.holes === 0,
        `${losses.lost} transfers of the last ${tenths(losses.seconds)} s, ${losses.holes} holes`,
      );
    }),
  );
  await report.timed("restored to a moment", () =>
    onScratch(stage, { type: "time", value: timeText(moment) }, async (scratch) => {
      const found = await booked(scratch, load);
      const isRight = isAsAt(load.acknowledged, found, moment);
      report.claim("as it was at the moment", isRight, `${found.size} transfers`);
    }),
  );
  await report.timed("restored to a noted place", () =>
    onScratch(stage, { type: "name", value: noted.point }, async (scratch) => {
      const found = await withClient(scratch.url("bank_readonly", "bank"), readBalances);
      report.claim(
        `all balances at ${noted.lsn}`,
        areEqual(found, noted),
        `${balancesText(found)}, noted ${balancesText(noted)}`,
      );
    }),
  );
  await takeItsPlace(stage, report, load, keptWal, segments, lostAt);
}

/** The real thing: the same folder, the same port, the bank's processes find it by themselves. */
async function takeItsPlace(
  stage: Stage,
  report: Report,
  load: Load,
  keptWal: string,
  segments: number,
  lostAt: Date,
): Promise<void> {
  const { folders, primary, programs, stack } = stage;
  const startedAt = performance.now();
  own(programs, folders.primary);
  await report.timed("restored in its place", () => mustRun(primary.repository, "restore"));
  bringBackWal(programs, folders, keptWal);
  await report.timed(`recovered, with ${segments} segments that survived`, primary.start);
  await report.timed("the bank serves again", () => untilServing(stack.portalUrl));
  const environment = {
    DATABASE_URL: stack.database.urls().readonlyUrl,
    DATA_DIR: stack.places.dataDir,
  };
  for (const [name, script] of [
    ["ledger:check", "scripts/ledgerCheck.ts"],
    ["audit:verify", "scripts/auditVerify.ts"],
  ] as const) {
    const { code, output } = await report.timed(name, () => runScript(script, environment));
    report.claim(`${name} on the restored bank`, code === 0, lastLines(output));
  }
  const seconds = tenths((performance.now() - startedAt) / 1000);
  report.claim("restored and verified", seconds <= MOST_RESTORE_SECONDS, `${seconds} s in all`);

  const refNos = load.acknowledged.map(({ refNo }) => refNo);
  const losses = lossesOf(load.acknowledged, await bookedOf(primary.adminUrl, refNos), lostAt);
  report.claim(
    "lost with the last segments",
    losses.lost === 0,
    `${losses.lost} of ${refNos.length} acknowledged transfers`,
  );
  await repeatOrders(report, load);
  await mustRun(primary.repository, "check");
  await report.timed("a new backup", () => mustRun(primary.repository, "backup", ["--type=full"]));
  const { newestWal } = await readInfo(primary.repository);
  report.claim("the archive goes on", newestWal?.startsWith("00000002") === true, `${newestWal}`);
}

/** Who got no answer asks again under the same key, and who got one is told the same. */
async function repeatOrders(report: Report, load: Load): Promise<void> {
  const open = load.unknown.splice(0);
  for (const order of open) await send(order, load);
  report.claim(
    "orders without an answer, sent again",
    load.unknown.length === 0,
    `${open.length} answered`,
  );
  const sample = load.acknowledged.slice(-20);
  let same = 0;
  for (const { key, refNo } of sample) {
    const order = load.orders.get(key);
    if (order !== undefined) await send(order, load);
    if (load.acknowledged.at(-1)?.refNo === refNo) same += 1;
  }
  report.claim(
    "answered orders, sent again",
    same === sample.length,
    `${same} of ${sample.length} have the reference number of before`,
  );
}

async function booked(scratch: Scratch, load: Load): Promise<Set<string>> {
  return bookedOf(
    scratch.url("bank_readonly", "bank"),
    load.acknowledged.map(({ refNo }) => refNo),
  );
}

async function onScratch(
  { folders, primary, programs }: Stage,
  target: Target,
  work: (scratch: Scratch) => Promise<void>,
): Promise<void> {
  const folder = path.join(folders.root, "scratch");
  try {
    await restoreScratch(primary.repository, folder, target);
    const scratch = await startScratch(programs, folder);
    try {
      await work(scratch);
    } finally {
      await scratch.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function untilServing(portalUrl: string): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const response = await fetch(`${portalUrl}/health/ready`).catch(() => undefined);
    if (response?.ok === true) return;
    if (performance.now() - startedAt > SERVES_WITHIN_MS) throw new Error("the bank is not ready");
    await wait(200);
  }
}

/** As PostgreSQL reads a moment, with its zone. */
function timeText(at: Date): string {
  return `${at.toISOString().replace("T", " ").replace("Z", "")}+00`;
}

function lastLines(output: string): string {
  return output.split("\n").slice(-5).join("\n");
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
