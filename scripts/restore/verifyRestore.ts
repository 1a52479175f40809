import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { problem } from "#scripts/start/problem.ts";
import { type Balances, type NotedBalances, noteBalances, readBalances } from "./balances.ts";
import { runScript } from "./programs.ts";
import { type Info, readInfo, type Repository, verify } from "./repository.ts";
import { restoreScratch, startScratch, type Target, withClient } from "./scratchCluster.ts";

export type VerifyPlan = {
  repository: Repository;
  /** An empty place for the restored cluster; removed at the end. */
  folder: string;
  database: string;
  /** A superuser's address of the bank; undefined when the bank is gone. */
  adminUrl: string | undefined;
  /** The bank's keys and the folder with its heads, for the checks of the trail. */
  secretsFile: string;
  headsFolder: string;
  tell: (line: string) => void;
};

/** One thing that was done: how long it took and what came of it. */
export type Part = { name: string; seconds: number; isRight: boolean; says: string };

export type Verified = { parts: Part[]; isRight: boolean; info: Info | undefined };

/** How long a segment may take to the repository. */
const ARCHIVED_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 500;

/**
 * Proves that the newest backup can be restored: every file of the repository by its checksum, then a restore
 * into a cluster of its own, with the balances compared with the bank's at the same place of the log, the
 * books checked and the trail verified. Stops at the first part that is not right.
 */
export async function verifyRestore(plan: VerifyPlan): Promise<Verified> {
  const parts: Part[] = [];
  const part = async <T>(name: string, work: () => Promise<{ says: string; value: T }>) => {
    const startedAt = performance.now();
    const done = (isRight: boolean, says: string) => {
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
      parts.push({ name, seconds, isRight, says });
      plan.tell(`${isRight ? "right" : "WRONG"}  ${name}, ${seconds} s: ${says}`);
    };
    try {
      const { says, value } = await work();
      done(true, says);
      return value;
    } catch (error) {
      done(false, error instanceof Error ? error.message : String(error));
      throw error;
    }
  };
  let info: Info | undefined;
  try {
    const heads = keepHeads(plan);
    const noted = await note(plan, part);
    info = await part("repository", () => checkRepository(plan.repository));
    await checkRestored(plan, heads, noted, part);
  } catch (error) {
    // A part that failed is in the list; anything else is a mistake of ours.
    if (parts.every(({ isRight }) => isRight)) throw error;
  } finally {
    rmSync(plan.folder, { recursive: true, force: true });
  }
  return { parts, isRight: parts.length > 0 && parts.every(({ isRight }) => isRight), info };
}

type RunPart = <T>(name: string, work: () => Promise<{ says: string; value: T }>) => Promise<T>;

/** Taken before the point is named: no head may tell of a seal that is behind it. */
function keepHeads({ folder, headsFolder }: VerifyPlan): string {
  const kept = path.join(folder, "kept");
  mkdirSync(kept, { recursive: true, mode: 0o700 });
  if (existsSync(headsFolder)) {
    cpSync(headsFolder, path.join(kept, "audit-heads"), { recursive: true });
  }
  return kept;
}

async function note(plan: VerifyPlan, part: RunPart): Promise<NotedBalances | undefined> {
  const { adminUrl, repository } = plan;
  if (adminUrl === undefined) return undefined;
  const point = `verify-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "")}`;
  const noted = await part("balances of the bank", async () => {
    const value = await noteBalances(adminUrl, point);
    return { value, says: `${balancesText(value)} at ${value.lsn}` };
  });
  await part("archived", async () => {
    await untilArchived(repository, adminUrl, noted.segment);
    return { value: undefined, says: noted.segment };
  });
  return noted;
}

/** Ends the segment and waits until the repository has it. */
export async function untilArchived(
  repository: Repository,
  adminUrl: string,
  segment: string,
): Promise<void> {
  await withClient(adminUrl, (client) => client.query("select pg_switch_wal()"));
  const startedAt = performance.now();
  while (!isArchived(await readInfo(repository), segment)) {
    if (performance.now() - startedAt > ARCHIVED_WITHIN_MS) {
      throw problem(`${segment} is not in the archive after ${ARCHIVED_WITHIN_MS / 1000} s.`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Names of segments sort as they were written: the timeline first. */
export function isArchived({ newestWal }: Pick<Info, "newestWal">, segment: string): boolean {
  return newestWal !== undefined && newestWal >= segment;
}

async function checkRepository(repository: Repository): Promise<{ says: string; value: Info }> {
  const verdict = await verify(repository);
  if (!verdict.isRight) {
    const which = verdict.damaged.length > 0 ? verdict.damaged.join(", ") : verdict.said;
    throw problem(`damaged: ${which}`);
  }
  const info = await readInfo(repository);
  const newest = info.backups.at(-1);
  if (newest === undefined || newest.hasError) throw problem("no backup without an error");
  return { value: info, says: `${newest.label}, archive up to ${info.newestWal ?? "nothing"}` };
}

async function checkRestored(
  plan: VerifyPlan,
  heads: string,
  noted: NotedBalances | undefined,
  part: RunPart,
): Promise<void> {
  const { repository, database } = plan;
  const folder = path.join(plan.folder, "pg");
  const target: Target =
    noted === undefined ? { type: "default" } : { type: "name", value: noted.point };
  await part("restored", async () => {
    await restoreScratch(repository, folder, target);
    return { value: undefined, says: "files are in place" };
  });
  const scratch = await part("recovered", async () => ({
    value: await startScratch(repository.programs, folder),
    says: noted === undefined ? "to the end of the archive" : `to ${noted.lsn}`,
  }));
  try {
    await part("balances", async () => {
      const found = await withClient(scratch.url("bank_readonly", database), readBalances);
      if (noted !== undefined && !areEqual(found, noted)) {
        throw problem(`restored ${balancesText(found)}, the bank had ${balancesText(noted)}`);
      }
      return { value: undefined, says: balancesText(found) };
    });
    await checkBooks(plan, scratch.url("bank_readonly", database), heads, part);
  } finally {
    await scratch.stop();
  }
}

/** The product's own checks, as they are run by hand. */
async function checkBooks(
  { secretsFile }: VerifyPlan,
  url: string,
  heads: string,
  part: RunPart,
): Promise<void> {
  const checks = [
    ["ledger:check", "scripts/ledgerCheck.ts"],
    ["audit:verify", "scripts/auditVerify.ts"],
  ] as const;
  for (const [name, script] of checks) {
    await part(name, async () => {
      const { code, output } = await runScript(script, {
        DATABASE_URL: url,
        DATA_DIR: heads,
        SECRETS_FILE: secretsFile,
        AUDIT_HEAD_DIR: "",
      });
      if (code !== 0) throw problem(lastLines(output));
      return { value: undefined, says: lastLines(output) };
    });
  }
}

/** Equal to the centavo, account by account. */
export function areEqual(one: Balances, other: Balances): boolean {
  return (
    one.accounts === other.accounts &&
    one.centavos === other.centavos &&
    one.checksum === other.checksum
  );
}

export function balancesText({ accounts, checksum }: Balances): string {
  return `${accounts} accounts, ${checksum.slice(0, 16)}`;
}

function lastLines(output: string): string {
  return output.trim().split("\n").slice(-5).join("\n");
}
