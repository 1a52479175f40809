import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { Binaries } from "./embeddedBinaries.ts";
import { processExists } from "./postmaster.ts";

/** Makes the data folder of the server unless it is there. Several processes may try at once. */
export function ensureCluster(binaries: Binaries, cluster: string, test: boolean): void {
  removeLeftovers(path.dirname(cluster));
  if (!isMade(cluster)) makeCluster(binaries, cluster, test);
}

/** The superuser's address. */
export function adminUrl(cluster: string, port: number): string {
  const password = readFileSync(path.join(cluster, "admin-password"), "utf8").trim();
  return `postgres://bank_admin:${password}@127.0.0.1:${port}/postgres`;
}

/** The longest path of a socket that every system takes, and what the server adds to its folder. */
const LONGEST_SOCKET = 103;
const SOCKET_NAME = "/.s.PGSQL.65535";

/**
 * Where a server of tests can be reached without the network, by nobody but its own user: its data folder.
 * Undefined where there is no such way, or the path is too long for it.
 */
export function socketFolder(cluster: string): string | undefined {
  const isTooLong = Buffer.byteLength(cluster + SOCKET_NAME) > LONGEST_SOCKET;
  return process.platform === "win32" || isTooLong ? undefined : cluster;
}

/** Makes the whole folder the server's user's: the server refuses files of others. */
export function giveTo(binaries: Binaries, target: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = binaries.user ?? { uid: 0, gid: 0 };
  if (statSync(target).uid === uid) return;
  const inside = statSync(target).isDirectory() ? readdirSync(target, { recursive: true }) : [];
  for (const name of inside) lchownSync(path.join(target, String(name)), uid, gid);
  // The folder itself last: until then an interrupted change is begun again.
  chownSync(target, uid, gid);
}

/** The usual reasons in words; otherwise the end of what the server said. */
export function explain(said: string): string {
  const [, library] = /error while loading shared libraries: ([^:\s]+)/.exec(said) ?? [];
  if (library !== undefined) return `the system library ${library} is missing; install it.`;
  if (/No space left on device|ENOSPC/.test(said)) return "the disk is full.";
  if (/ENOENT/.test(said))
    return `a program is missing (${said.trim()}); install the packages again.`;
  if (/EACCES|Permission denied/.test(said)) return `a file may not be used: ${lastLines(said)}`;
  if (/could not map anonymous shared memory|could not create shared memory/.test(said))
    return "too little memory.";
  return lastLines(said);
}

function lastLines(said: string): string {
  return said.trim().split("\n").slice(-6).join("\n") || "it said nothing.";
}

function isMade(cluster: string): boolean {
  return existsSync(path.join(cluster, "PG_VERSION"));
}

function removeLeftovers(folder: string): void {
  for (const left of readdirSync(folder)) {
    const [, pid] = /^pg18\.new-(\d+)/.exec(left) ?? [];
    if (pid === undefined || processExists(Number(pid))) continue;
    rmSync(path.join(folder, left), { recursive: true, force: true });
  }
}

/** Made aside and renamed: a half-made one is never taken for the real one. */
function makeCluster(binaries: Binaries, cluster: string, test: boolean): void {
  const aside = `${cluster}.new-${process.pid}`;
  const passwordFile = `${aside}.password`;
  const password = randomBytes(24).toString("base64url");
  try {
    mkdirSync(aside, { mode: 0o700 });
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600, flag: "wx" });
    giveTo(binaries, aside);
    giveTo(binaries, passwordFile);
    initialize(binaries, aside, passwordFile, test);
    writeFileSync(path.join(aside, "admin-password"), password, { mode: 0o600, flag: "wx" });
    giveTo(binaries, aside);
    // A folder with nothing but a broken beginning makes way; a real cluster never does.
    if (!isMade(cluster)) rmSync(cluster, { recursive: true, force: true });
    renameSync(aside, cluster);
  } catch (error) {
    if (!isMade(cluster)) throw error;
    // Another process finished first; its cluster is as good.
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(aside, { recursive: true, force: true });
  }
}

function initialize(binaries: Binaries, folder: string, passwordFile: string, test: boolean): void {
  const [command, args] = binaries.command("initdb", [
    "-D",
    folder,
    "--username=bank_admin",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--data-checksums",
    // Whoever may enter a test's data folder needs no password; over the network all do.
    ...(test ? ["--no-sync", "--auth-local=trust"] : []),
  ]);
  const done = spawnSync(command, args, { ...binaries.user, encoding: "utf8" });
  if (done.status !== 0) {
    throw new Error(
      `The database could not be made: ${explain(done.error?.message ?? done.stderr)}`,
    );
  }
}
