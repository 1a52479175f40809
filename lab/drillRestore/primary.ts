import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { run, type Programs } from "#scripts/restore/programs.ts";
import { configOptions, mustRun, type Repository } from "#scripts/restore/repository.ts";
import { untilRecovered } from "#scripts/restore/scratchCluster.ts";
import { freePort } from "#test/support/freePort.ts";
import { problem } from "#scripts/start/problem.ts";
import { drillConfig, drillServerSettings, type Folders, replaceSettings } from "./drillFiles.ts";

/** A cluster of Debian's PostgreSQL with checksums, whose log goes to an encrypted repository. */
export type Primary = {
  /** Of the superuser, for the server and for the bank's database. */
  serverUrl: string;
  adminUrl: string;
  repository: Repository;
  /** Resolves when it has recovered and takes writes. */
  start: () => Promise<void>;
  /** As a power cut: no process says goodbye. */
  crash: () => void;
  stop: () => Promise<void>;
};

const OWN_SETTINGS = [
  "timezone = 'UTC'",
  "log_timezone = 'UTC'",
  "shared_buffers = 512MB",
  "max_wal_size = 4GB",
  "max_connections = 200",
  "",
].join("\n");

export async function makePrimary(programs: Programs, folders: Folders): Promise<Primary> {
  for (const folder of Object.values(folders).slice(1)) own(programs, folder);
  const port = await freePort();
  const password = random();
  const reference = readFileSync("deploy/backup/pgbackrest.conf", "utf8");
  const settings = drillConfig(reference, folders, port);
  const config = writeConfig(programs, folders.root, settings, random());
  const passwordFile = writeSecret(programs, path.join(folders.root, "password"), password);
  await must(programs, "initdb", [
    "-D",
    folders.primary,
    "--data-checksums",
    "--encoding=UTF8",
    "--locale=C.UTF-8",
    "--auth-local=peer",
    "--auth-host=scram-sha-256",
    `--pwfile=${passwordFile}`,
    "-U",
    programs.userName,
  ]);
  const archive = readFileSync("deploy/backup/postgresql-archive.conf", "utf8");
  appendFileSync(
    path.join(folders.primary, "postgresql.conf"),
    [
      `\nport = ${port}`,
      "listen_addresses = '127.0.0.1'",
      `unix_socket_directories = '${folders.socket}'`,
      drillServerSettings(archive, configOptions(config)),
      OWN_SETTINGS,
    ].join("\n"),
  );
  const repository: Repository = { programs, config, stanza: "bank" };
  const log = path.join(folders.log, "postgres.log");
  const startServer = () =>
    must(programs, "pg_ctl", ["-D", folders.primary, "-l", log, ...PATIENT]);
  await startServer();
  await mustRun(repository, "stanza-create");
  await mustRun(repository, "check");
  const server = `postgres://${programs.userName}:${password}@127.0.0.1:${port}`;
  return {
    serverUrl: `${server}/postgres`,
    adminUrl: `${server}/bank`,
    repository,
    start: async () => {
      await startServer();
      await untilRecovered(`${server}/postgres`, folders.primary);
    },
    crash: () => killAll(folders.primary),
    stop: async () => {
      await run(programs, programs.postgres("pg_ctl"), [
        "-D",
        folders.primary,
        "-m",
        "immediate",
        "-w",
        "stop",
      ]);
    },
  };
}

const PATIENT = ["-w", "-t", "3600", "start"];

/** Puts the segments that were not archived aside, as from a disk that survived, and removes the rest. */
export function destroyPrimary(folders: Folders, keptWal: string): { segments: number } {
  cpSync(path.join(folders.primary, "pg_wal"), keptWal, { recursive: true });
  rmSync(folders.primary, { recursive: true, force: true });
  const segments = readdirSync(keptWal).filter((name) => /^[0-9A-F]{24}$/.test(name));
  return { segments: segments.length };
}

/** Gives the restored cluster the segments that survived, so that its recovery goes on with them. */
export function bringBackWal(programs: Programs, folders: Folders, keptWal: string): void {
  for (const name of readdirSync(keptWal).filter((each) => /^[0-9A-F]{24}$/.test(each))) {
    const file = path.join(folders.primary, "pg_wal", name);
    cpSync(path.join(keptWal, name), file);
    give(programs, file);
  }
}

/** Settings of pgBackRest in `folder`, the passphrase in a file of its own, as the runbook has it; their path. */
export function writeConfig(
  programs: Pick<Programs, "user">,
  folder: string,
  settings: string,
  passphrase: string,
): string {
  const included = path.join(folder, "conf.d");
  own(programs, included);
  const example = readFileSync("deploy/backup/passphrase.conf.example", "utf8");
  const secret = replaceSettings(example, { "repo1-cipher-pass": passphrase });
  writeSecret(programs, path.join(included, "passphrase.conf"), secret);
  return writeSecret(programs, path.join(folder, "pgbackrest.conf"), settings);
}

function writeSecret(programs: Pick<Programs, "user">, file: string, text: string): string {
  writeFileSync(file, text, { mode: 0o600 });
  give(programs, file);
  return file;
}

/** An empty folder of the server's user. */
export function own(programs: Pick<Programs, "user">, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  give(programs, folder);
}

/** Every process of the server at once: the first line of its file is the parent's number. */
function killAll(cluster: string): void {
  const [pid] = readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n");
  const children = readdirSync("/proc").filter(
    (name) => /^\d+$/.test(name) && parentOf(name) === pid,
  );
  for (const each of [Number(pid), ...children.map(Number)]) {
    try {
      process.kill(each, "SIGKILL");
    } catch {
      // It ended by itself.
    }
  }
}

function parentOf(pid: string): string | undefined {
  try {
    return /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  } catch {
    return undefined;
  }
}

function give({ user }: Pick<Programs, "user">, file: string): void {
  if (user !== undefined) chownSync(file, user.uid, user.gid);
}

async function must(programs: Programs, program: string, args: string[]): Promise<void> {
  const { code, output } = await run(programs, programs.postgres(program), args);
  if (code !== 0) throw problem(`${program} ended with ${code}:`, output);
}

function random(): string {
  return randomBytes(36).toString("base64url");
}
