import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { problem } from "#scripts/start/problem.ts";
import { shellWithoutBank } from "#scripts/start/shellEnvironment.ts";

/** The programs of the system that a restore needs, and the user they run as. */
export type Programs = {
  pgbackrest: string;
  /** One of PostgreSQL's own: 'pg_ctl', 'initdb'. */
  postgres: (name: string) => string;
  /** Its name, which is also that of the superuser on a cluster of its own. */
  userName: string;
  /** Set where we are root, which PostgreSQL refuses to be. */
  user: { uid: number; gid: number } | undefined;
  /** What they find around them. */
  environment: NodeJS.ProcessEnv;
};

export type Ran = { code: number; output: string };

/** The end of what a program says is what counts; a check that finds everything wrong says very much. */
const MOST_OUTPUT = 4_000_000;

/** What still runs, so that it ends with us. */
const running = new Set<() => void>();

/** Finds them, or throws a problem that names the package. PG_BIN names another version of PostgreSQL. */
export function findPrograms(environment: NodeJS.ProcessEnv = process.env): Programs {
  const bin = environment["PG_BIN"] || "/usr/lib/postgresql/15/bin";
  const pgbackrest = environment["PGBACKREST"] || "/usr/bin/pgbackrest";
  const missing = [
    ...(existsSync(pgbackrest) ? [] : ["pgbackrest"]),
    ...(existsSync(path.join(bin, "pg_ctl")) ? [] : ["postgresql-15"]),
  ];
  if (missing.length > 0) {
    throw problem(
      `Not installed here: ${missing.join(", ")}. On Debian 12: apt-get install ${missing.join(" ")}`,
      "Elsewhere: PG_BIN names the folder of PostgreSQL's programs, PGBACKREST the program.",
    );
  }
  const isRoot = process.getuid?.() === 0;
  const wanted = isRoot ? "postgres" : String(process.getuid?.() ?? "");
  const found = readUser(readFileSync("/etc/passwd", "utf8"), wanted);
  if (found === undefined) throw problem(`There is no user ${wanted} in /etc/passwd.`);
  return {
    pgbackrest,
    postgres: (name) => path.join(bin, name),
    userName: found.name,
    user: isRoot ? { uid: found.uid, gid: found.gid } : undefined,
    environment,
  };
}

/** A line of the password file, by name or by number. */
export function readUser(
  passwd: string,
  wanted: string,
): { name: string; uid: number; gid: number } | undefined {
  for (const line of passwd.split("\n")) {
    const [name = "", , uid = "", gid = ""] = line.split(":");
    if (name !== "" && (name === wanted || uid === wanted)) {
      return { name, uid: Number(uid), gid: Number(gid) };
    }
  }
  return undefined;
}

/**
 * Runs a program to its end as the user of the programs; what it says on both channels, in order. With `log`,
 * an open file of ours, all of that goes there instead.
 */
export function run(
  programs: Programs,
  command: string,
  args: readonly string[],
  log?: number,
): Promise<Ran> {
  return runAs(programs.user, command, args, programs.environment, log);
}

/** Runs one of our own scripts, as we are, on the bank that `environment` names and no other. */
export function runScript(script: string, environment: Record<string, string>): Promise<Ran> {
  return runAs(undefined, process.execPath, [script], { ...shellWithoutBank(), ...environment });
}

function runAs(
  user: Programs["user"],
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  log?: number,
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...user,
      // PostgreSQL's programs look for their own folder: one that every user may enter.
      ...(user === undefined ? {} : { cwd: "/" }),
      env: { ...environment, LC_ALL: "C.UTF-8" },
      stdio: ["ignore", log ?? "pipe", log ?? "pipe"],
    });
    const kill = () => child.kill("SIGTERM");
    running.add(kill);
    let output = "";
    const hear = (part: Buffer) => (output = (output + part.toString("utf8")).slice(-MOST_OUTPUT));
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.on("error", reject);
    // Not "close": a server that was started keeps the channels open.
    child.on("exit", (code) => {
      running.delete(kill);
      setImmediate(() => resolve({ code: code ?? 255, output: output.trim() }));
    });
  });
}

/** Ends what was started and did not end yet. */
export function endRunning(): void {
  for (const kill of running) kill();
}
