import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  lchownSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
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
  makeFolders(repository.programs, folder);
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
  writeForUser(programs, access, "local all all trust\n");
  writeForUser(programs, settings, scratchSettings(socket, access));
  const log = path.join(folder, "postgres.log");
  const pgCtl = programs.postgres("pg_ctl");
  const start = ["-D", data, "-s", "-w", "-t", String(RECOVERS_WITHIN_SECONDS)];
  const opened = openSync(log, "ax", 0o600);
  const { code } = await run(
    programs,
    pgCtl,
    [...start, "-o", `-c config_file=${settings}`, "start"],
    opened,
  ).finally(() => closeSync(opened));
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

/**
 * Makes the place of a cluster. Its user may write only into the parts: where we write and read ourselves
 * it could lay a link to a file of ours, so `folder` and the files right in it stay ours.
 */
export function makeFolders({ user }: Pick<Programs, "user">, folder: string): void {
  // Never one that is there already: it may be a link, or another's.
  mkdirSync(folder, { mode: 0o700 });
  // Its user must get through to the parts, whatever our umask.
  if (user !== undefined) chmodSync(folder, 0o711);
  for (const part of ["data", "socket", "spool", "lock", "log"]) {
    const made = path.join(folder, part);
    mkdirSync(made, { mode: 0o700 });
    if (user !== undefined) lchownSync(made, user.uid, user.gid);
  }
}

/** Writes a new file that the user of the programs can read and only we can change. */
export function writeForUser({ user }: Pick<Programs, "user">, file: string, text: string): void {
  const opened = openSync(file, "wx", 0o600);
  try {
    writeFileSync(opened, text);
    if (user === undefined) return;
    fchownSync(opened, process.getuid?.() ?? 0, user.gid);
    fchmodSync(opened, 0o640);
  } finally {
    closeSync(opened);
  }
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
