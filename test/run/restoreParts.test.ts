import { spawnSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bankAddress } from "#scripts/restore/bankAddress.ts";
import { monitorLines, writeMonitorFile } from "#scripts/restore/monitorLines.ts";
import { findPrograms, readUser } from "#scripts/restore/programs.ts";
import {
  configOptions,
  mustRun,
  parseInfo,
  parseVerdict,
  reasonIn,
} from "#scripts/restore/repository.ts";
import { makeFolders, targetOptions, writeForUser } from "#scripts/restore/scratchCluster.ts";
import { areEqual, isArchived } from "#scripts/restore/verifyRestore.ts";

const SOUND = `stanza: bank
status: ok
  archiveId: 15-1, total WAL checked: 7, total valid WAL: 7
    missing: 0, checksum invalid: 0, size invalid: 0, other: 0
  backup: 20261122-180239F, status: valid, total files checked: 967, total valid files: 967`;
const SEGMENT =
  "15-1/0000000100000000/000000010000000000000005-b70dd7650d401eb146c9c08ab7f67e551310ac49.lz4";

test("a repository is right when it says so of the stanza and of every backup", () => {
  expect(parseVerdict(0, SOUND)).toMatchObject({ isRight: true, damaged: [] });
});

test.each([
  ["a checksum differs", `P01   INFO: invalid checksum '${SEGMENT}'\n${SOUND}`, [SEGMENT]],
  [
    "a file does not open",
    `P01   INFO: invalid result ${SEGMENT}: [29] raised from local-1 protocol: lz4 error\n${SOUND}`,
    [SEGMENT],
  ],
  ["the stanza is in error", SOUND.replace("status: ok", "status: error"), []],
  ["a backup is invalid", SOUND.replace("status: valid", "status: invalid"), []],
  [
    "the passphrase is another",
    "stanza: bank\nstatus: error\n  No usable backup.info file\n  No usable archive.info file",
    [],
  ],
  ["nothing is said", "", []],
])("a repository is not right when %s, although the command ends with 0", (_, output, damaged) => {
  expect(parseVerdict(0, output)).toMatchObject({ isRight: false, damaged });
});

test("a command that failed is not right whatever it said before", () => {
  expect(parseVerdict(1, SOUND).isRight).toBe(false);
});

const TOLD = [
  {
    name: "bank",
    status: { code: 0, message: "ok" },
    archive: [{ id: "15-1", min: "000000010000000000000001", max: "000000010000000000000009" }],
    backup: [
      {
        label: "20261122-180239F",
        type: "full",
        error: false,
        timestamp: { start: 1795370559, stop: 1795370562 },
        info: { size: 43702055, repository: { delta: 10628192 } },
      },
    ],
  },
];

test("the newest segment and the backups are read from what the program tells", () => {
  const info = parseInfo(JSON.stringify(TOLD), "bank");
  expect(info.newestWal).toBe("000000010000000000000009");
  expect(info.backups).toHaveLength(1);
  expect(info.backups[0]).toMatchObject({
    label: "20261122-180239F",
    endedAt: new Date("2026-11-22T18:02:42Z"),
    hasError: false,
  });
  expect(isArchived(info, "000000010000000000000009")).toBe(true);
  expect(isArchived(info, "00000001000000000000000A")).toBe(false);
  expect(isArchived({ newestWal: "000000020000000000000001" }, "00000001000000000000000A")).toBe(
    true,
  );
  expect(isArchived({ newestWal: undefined }, "000000010000000000000001")).toBe(false);
});

test("a stanza that is unknown or in error is said, never taken for one without backups", () => {
  expect(() => parseInfo(JSON.stringify(TOLD), "other")).toThrow("no stanza other");
  const broken = [{ ...TOLD[0], status: { code: 99, message: "other" } }];
  expect(() => parseInfo(JSON.stringify(broken), "bank")).toThrow("is not right: other");
});

test("what a program says at length is cut to the lines that give the reason", () => {
  expect(
    reasonIn("P00 INFO: begin\nERROR: [075]: no backup set found to restore\nP00 INFO: end"),
  ).toBe("ERROR: [075]: no backup set found to restore");
  expect(
    reasonIn("FATAL:  the database system is not accepting connections\nERROR: [042]: x"),
  ).toBe("ERROR: [042]: x");
  expect(reasonIn("plain")).toBe("plain");
});

test("a restore to a place ends there or fails", () => {
  expect(targetOptions({ type: "name", value: "p" })).toEqual([
    "--type=name",
    "--target=p",
    "--target-action=promote",
  ]);
  expect(targetOptions({ type: "default" })).toEqual(["--type=default"]);
});

test("balances are equal to the centavo, account by account", () => {
  const one = { accounts: "3", centavos: "100", checksum: "ab" };
  expect(areEqual(one, { ...one })).toBe(true);
  for (const other of [{ accounts: "4" }, { centavos: "101" }, { checksum: "ac" }]) {
    expect(areEqual(one, { ...one, ...other })).toBe(false);
  }
});

test("the maintenance database stands for the bank's own", () => {
  expect(bankAddress("postgres://a@h:5432/postgres")).toEqual({
    database: "bank",
    adminUrl: "postgres://a@h:5432/bank",
  });
  expect(bankAddress("postgres://a@h:5432/other").database).toBe("other");
  expect(bankAddress(undefined)).toEqual({ database: "bank", adminUrl: undefined });
});

test("a failed verification keeps the time of the last good one, and says that it failed", () => {
  const at = (iso: string) => new Date(iso);
  const good = monitorLines(
    { isRight: true, endedAt: at("2026-11-22T00:00:10Z"), seconds: 93, backupAt: undefined },
    "",
  );
  expect(good).toContain("\nbank_restore_verified_timestamp_seconds 1795305610\n");
  expect(good).toContain("\nbank_restore_verify_ok 1\n");
  const bad = monitorLines(
    { isRight: false, endedAt: at("2026-11-23T00:00:10Z"), seconds: 5, backupAt: undefined },
    good,
  );
  expect(bad).toContain("\nbank_restore_verified_timestamp_seconds 1795305610\n");
  expect(bad).toContain("\nbank_restore_verify_ok 0\n");
  const never = { isRight: false, endedAt: at("2026-11-23T00:00:10Z"), seconds: 5 };
  expect(monitorLines({ ...never, backupAt: undefined }, "")).not.toContain("verified_timestamp");
});

function temporary(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "restore-parts-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("only the parts of a restored cluster are its user's, never what we write and read", () => {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  // Only root can give a folder away.
  const user = uid === 0 ? { uid: 65_534, gid: 65_534 } : { uid, gid };
  const folder = path.join(temporary(), "pg");
  makeFolders({ user }, folder);
  expect(lstatSync(folder)).toMatchObject({ uid, mode: 0o040711 });
  expect(lstatSync(path.join(folder, "data"))).toMatchObject({ uid: user.uid, mode: 0o040700 });
  const settings = path.join(folder, "scratch.conf");
  writeForUser({ user }, settings, "jit = off\n");
  expect(lstatSync(settings)).toMatchObject({ uid, gid: user.gid, mode: 0o100640 });
  expect(readFileSync(settings, "utf8")).toBe("jit = off\n");
});

test("a link that was laid where a restore writes is refused, and what it names stays as it was", () => {
  const root = temporary();
  const secret = path.join(root, "secret");
  writeFileSync(secret, "secret", { mode: 0o600 });
  const link = path.join(root, "scratch_hba.conf");
  symlinkSync(secret, link);
  expect(() => writeForUser({ user: undefined }, link, "local all all trust\n")).toThrow("EEXIST");
  expect(readFileSync(secret, "utf8")).toBe("secret");
  const linked = path.join(root, "pg");
  symlinkSync(temporary(), linked);
  expect(() => makeFolders({ user: undefined }, linked)).toThrow("EEXIST");
});

test("the monitor's file is replaced whole, past a link under a name that can be guessed", () => {
  const root = temporary();
  const secret = path.join(root, "secret");
  const file = path.join(root, "bank.prom");
  writeFileSync(secret, "secret");
  symlinkSync(secret, `${file}.${process.pid}`);
  writeMonitorFile(file, (before) => `${before}a 1\n`);
  writeMonitorFile(file, (before) => `${before}b 2\n`);
  expect(readFileSync(file, "utf8")).toBe("a 1\nb 2\n");
  expect(readFileSync(secret, "utf8")).toBe("secret");
  expect(readdirSync(root)).toHaveLength(3);
});

test("a program that is not installed is named with its package", () => {
  const nowhere = { PG_BIN: "/nowhere", PGBACKREST: "/nowhere/pgbackrest" };
  expect(() => findPrograms(nowhere)).toThrow("apt-get install pgbackrest postgresql-15");
});

test("a user is found by name and by number", () => {
  const passwd =
    "root:x:0:0:root:/root:/bin/bash\npostgres:x:111:119::/var/lib/postgresql:/bin/bash\n";
  expect(readUser(passwd, "postgres")).toEqual({ name: "postgres", uid: 111, gid: 119 });
  expect(readUser(passwd, "0")?.name).toBe("root");
  expect(readUser(passwd, "nobody")).toBeUndefined();
});

test("the folder beside a configuration is named with it, where there is one: its passphrase is there", () => {
  const folder = temporary();
  const config = path.join(folder, "pgbackrest.conf");
  expect(configOptions(config)).toEqual([`--config=${config}`]);
  mkdirSync(path.join(folder, "conf.d"));
  expect(configOptions(config)).toEqual([
    `--config=${config}`,
    `--config-include-path=${path.join(folder, "conf.d")}`,
  ]);
});

test("every command of the repository is told both, and nothing of a repository that the shell knows", async () => {
  const folder = temporary();
  const config = path.join(folder, "pgbackrest.conf");
  mkdirSync(path.join(folder, "conf.d"));
  // Stands for the program: it says what it was given and what it finds around it.
  const script = path.join(folder, "says.sh");
  writeFileSync(script, '#!/bin/sh\necho "$@"; env\n', { mode: 0o755 });
  const programs = {
    pgbackrest: script,
    postgres: (name: string) => name,
    userName: "",
    user: undefined,
    environment: { PATH: "/usr/bin:/bin", KEPT: "kept" },
  };
  const said = await mustRun({ programs, config, stanza: "bank" }, "restore", ["--delta"]);
  expect(said.split("\n")[0]).toBe(
    `--config=${config} --config-include-path=${path.join(folder, "conf.d")} --stanza=bank --no-log-timestamp --delta restore`,
  );
  expect(said).toContain("\nKEPT=kept");
  expect(said).not.toContain("HOME=");
});

test("without settings of pgBackRest nothing is said of a backup, and the watch sees nothing", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "no-settings-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const MONITOR_FILE = path.join(folder, "bank.prom");
  const PGBACKREST_CONFIG = path.join(folder, "absent.conf");
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/restoreVerify.ts"], {
    env: { ...process.env, MONITOR_FILE, PGBACKREST_CONFIG },
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(PGBACKREST_CONFIG);
  expect(readdirSync(folder)).toEqual([]);
});
