import { existsSync } from "node:fs";
import path from "node:path";
import { problem } from "#scripts/start/problem.ts";
import { type Programs, type Ran, run } from "./programs.ts";

/** A stanza of pgBackRest, by its configuration; `options` go before those of each command. */
export type Repository = { programs: Programs; config: string; stanza: string; options?: string[] };

/** What `pgbackrest info` says of a stanza. */
export type Info = {
  backups: Backup[];
  /** Names of the first and the last archived segment. */
  oldestWal: string | undefined;
  newestWal: string | undefined;
};

export type Backup = {
  label: string;
  type: string;
  startedAt: Date;
  endedAt: Date;
  /** Bytes of the database, and of the backup in the repository. */
  size: number;
  repositorySize: number;
  hasError: boolean;
};

/** What `pgbackrest verify` found: the files that are not as they were written. */
export type Verdict = { isRight: boolean; damaged: string[]; said: string };

/** Runs a command of pgBackRest on the stanza. Its own words come without the time, for people to read. */
export function pgbackrest(
  repository: Repository,
  command: string,
  options: readonly string[] = [],
): Promise<Ran> {
  const { programs, config, stanza, options: always = [] } = repository;
  const given = [...configOptions(config), `--stanza=${stanza}`, "--no-log-timestamp", ...always];
  return run(programs, programs.pgbackrest, [...given, ...options, command]);
}

/**
 * Names a configuration with the folder conf.d beside it, where the passphrase is. pgBackRest reads that folder
 * by itself only where its configuration is not named (--config-include-path in its reference).
 */
export function configOptions(config: string): string[] {
  const included = path.join(path.dirname(config), "conf.d");
  return [
    `--config=${config}`,
    ...(existsSync(included) ? [`--config-include-path=${included}`] : []),
  ];
}

/** The same, and a failure is thrown with the command's own words. */
export async function mustRun(
  repository: Repository,
  command: string,
  options: readonly string[] = [],
): Promise<string> {
  const { code, output } = await pgbackrest(repository, command, options);
  if (code !== 0) throw problem(`pgbackrest ${command} ended with ${code}:`, output);
  return output;
}

export async function readInfo(repository: Repository): Promise<Info> {
  return parseInfo(
    await mustRun(repository, "info", ["--output=json", "--log-level-console=off"]),
    repository.stanza,
  );
}

/**
 * Reads every file of the repository and compares it with its checksum. The command ends with 0 whatever it
 * finds, so what counts is what it says.
 */
export async function verify(repository: Repository): Promise<Verdict> {
  const { code, output } = await pgbackrest(repository, "verify", [
    "--output=text",
    // Otherwise it says nothing of what is right.
    "--verbose",
    "--log-level-console=info",
    "--log-level-stderr=off",
  ]);
  return parseVerdict(code, output);
}

type RepositoryInfo = {
  name?: string;
  status?: { code?: number; message?: string };
  archive?: { min?: string | null; max?: string | null }[];
  backup?: {
    label?: string;
    type?: string;
    error?: boolean | null;
    timestamp?: { start?: number; stop?: number };
    info?: { size?: number; repository?: { delta?: number } };
  }[];
};

/** Of several clusters over time (stanza-upgrade) the last one's archive counts. */
export function parseInfo(json: string, stanza: string): Info {
  const all = JSON.parse(json) as RepositoryInfo[]; // each part is checked below
  const told = all.find(({ name }) => name === stanza);
  if (told === undefined) throw problem(`The repository knows no stanza ${stanza}.`);
  if (told.status?.code !== 0 && told.status?.code !== 2) {
    // 2: no backup yet
    throw problem(`The stanza ${stanza} is not right: ${told.status?.message ?? "no status"}`);
  }
  const archive = told.archive?.at(-1);
  return {
    oldestWal: archive?.min ?? undefined,
    newestWal: archive?.max ?? undefined,
    backups: (told.backup ?? []).map((backup) => ({
      label: backup.label ?? "",
      type: backup.type ?? "",
      startedAt: new Date((backup.timestamp?.start ?? 0) * 1000),
      endedAt: new Date((backup.timestamp?.stop ?? 0) * 1000),
      size: backup.info?.size ?? 0,
      repositorySize: backup.info?.repository?.delta ?? 0,
      hasError: backup.error === true,
    })),
  };
}

/** Right is only what says so of the stanza, of each archive and of each backup. */
export function parseVerdict(code: number, output: string): Verdict {
  const damaged = [
    ...output.matchAll(
      /(?:invalid checksum|invalid size|invalid result|file missing) '?([^':\s]+)/g,
    ),
  ].map(([, file = ""]) => file);
  const states = [...output.matchAll(/\bstatus: (\S+?)(?:,|$)/gm)].map(([, state]) => state);
  const isRight =
    code === 0 &&
    damaged.length === 0 &&
    states.length > 0 &&
    states.every((state) => state === "ok" || state === "valid") &&
    !/^\s*No usable/m.test(output) &&
    !/\bERROR\b/.test(output);
  return { isRight, damaged: [...new Set(damaged)], said: output };
}

/** The last lines of a failure that say why. */
export function reasonIn(output: string): string {
  const lines = output
    .split("\n")
    .map((line) => line.trim())
    // Our own looks at a server that is not up yet.
    .filter((line) => !line.includes("not accepting connections"));
  const telling = lines.filter((line) =>
    /ERROR|FATAL|Error\]|invalid|repo1:|status: error/.test(line),
  );
  return (telling.length > 0 ? telling : lines).slice(0, 4).join("\n");
}
