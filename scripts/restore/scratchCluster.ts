import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { problem } from "#scripts/start/problem.ts";
import { type Programs, run } from "./programs.ts";
import { mustRun, reasonIn, type Repository } from "./repository.ts";

/** A cluster that was restored to be looked at and thrown away. */
export type Scratch = {
  /** The address for a role, over a socket that only its own user and root can reach. */
  url: (role: string, database: string) => string;
  stop: () => Promise<void>;
};

/** Where a restore ends: at a named point, at a moment, or with the last segment of the archive. */
export type Target = { type: "name" | "time" | "lsn"; value: string } | { type: "default" };

const NO_NETWORK_PORT = 5432;
/** Replaying a day of a busy bank takes its time. */
const RECOVERS_WITHIN_SECONDS = 3600;
const LOOK_EVERY_MS = 200;

/**
 * Restores the newest backup that fits into `folder`, which must not hold one yet. Nothing that runs there
 * writes to the repository: the archive is off, and locks and spool are its own.
 */
export async function restoreScratch(
  repository: Repository,
  folder: string,
  target: Target,
): Promise<void> {
  makeFolder(repository.programs, folder);
  for (const part of ["data", "socket", "spool", "lock", "log"]) {
    makeFolder(repository.programs, path.join(folder, part));
  }
  await mustRun(repository, "restore", [
    `--pg1-path=${path.join(folder, "data")}`,
    `--spool-path=${path.join(folder, "spool")}`,
    `--lock-path=${path.join(folder, "lock")}`,
    `--log-path=${path.join(folder, "log")}`,
    "--archive-mode=off",
    "--log-level-console=warn",
    ...targetOptions(target),
  ]);
}

/** What tells pgBackRest where to end. A target that is not reached is an error, never a shorter history. */
export function targetOptions(target: Target): string[] {
  if (target.type === "default") return ["--type=default"];
  return [`--type=${target.type}`, `--target=${target.value}`, "--target-action=promote"];
}

/**
 * Starts the restored cluster and waits until its log is replayed. Its own settings stay out of it: the
 * machine may be smaller, and nobody but us connects. Throws what the server said when it does not get there.
 */
export async function startScratch(programs: Programs, folder: string): Promise<Scratch> {
  const data = path.join(folder, "data");
  const socket = path.join(folder, "socket");
  const settings = path.join(folder, "scratch.conf");
  const access = path.join(folder, "scratch_hba.conf");
  writeFileSync(access, "local all all trust\n");
  writeFileSync(settings, scratchSettings(socket, access));
  for (const file of [settings, access]) giveToUser(programs, file);
  const log = path.join(folder, "postgres.log");
  const pgCtl = programs.postgres("pg_ctl");
  const { code } = await run(programs, pgCtl, [
    "-D",
    data,
    "-l",
    log,
    "-w",
    "-t",
    String(RECOVERS_WITHIN_SECONDS),
    "-o",
    `-c config_file=${settings}`,
    "start",
  ]);
  const said = () => (existsSync(log) ? readFileSync(log, "utf8") : "");
  if (code !== 0) throw problem("The restored cluster does not start:", reasonIn(said()));
  const stop = async () => {
    await run(programs, pgCtl, ["-D", data, "-m", "immediate", "-w", "stop"]);
  };
  const url = (role: string, database: string) =>
    `postgres://${role}@localhost/${database}?host=${encodeURIComponent(socket)}&port=${NO_NETWORK_PORT}`;
  try {
    await untilRecovered(url(programs.userName, "postgres"), data);
    assertWhole(said());
  } catch (error) {
    await stop();
    const reason = error instanceof Error ? error.message : String(error);
    throw problem(`The restored cluster is not whole: ${reason}`, reasonIn(said()));
  }
  return { url, stop };
}

/** A segment that cannot be read ends a recovery without a target as if it were the last one. */
function assertWhole(said: string): void {
  if (/ERROR: \[0?42\]/.test(said)) throw problem("a segment of the archive cannot be read.");
}

/** Waits until a server has replayed its log and takes writes. Throws when it ends before that. */
export async function untilRecovered(url: string, data: string): Promise<void> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < RECOVERS_WITHIN_SECONDS * 1000) {
    const inRecovery = await withClient(url, async (client) => {
      const { rows } = await client.query<{ is: boolean }>("select pg_is_in_recovery() as is");
      return rows[0]?.is;
    }).catch(() => undefined);
    if (inRecovery === false) return;
    if (!existsSync(path.join(data, "postmaster.pid"))) throw problem("its recovery failed.");
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw problem(`its recovery takes longer than ${RECOVERS_WITHIN_SECONDS} s.`);
}

/** For data that is read once: no waiting for the disk, memory for the checks' sorts. */
function scratchSettings(socket: string, access: string): string {
  return [
    "listen_addresses = ''",
    `port = ${NO_NETWORK_PORT}`,
    `unix_socket_directories = '${socket}'`,
    `hba_file = '${access}'`,
    "hot_standby = off",
    "fsync = off",
    "max_wal_size = 4GB",
    "shared_buffers = 512MB",
    "work_mem = 128MB",
    "maintenance_work_mem = 256MB",
    "autovacuum = off",
    "jit = off",
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
    "",
  ].join("\n");
}

function makeFolder(programs: Programs, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  giveToUser(programs, folder);
}

function giveToUser({ user }: Programs, file: string): void {
  if (user !== undefined) chownSync(file, user.uid, user.gid);
}

/** One connection for one piece of work. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
