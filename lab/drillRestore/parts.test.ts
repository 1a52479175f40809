import { lstatSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { drillConfig, drillServerSettings, foldersIn } from "./drillFiles.ts";
import { isAsAt, lossesOf } from "./losses.ts";
import { readDrillOptions } from "./options.ts";
import { writeConfig } from "./primary.ts";
import { allRight } from "./report.ts";

test("the drill keeps its passphrase apart from the settings, as the runbook has it", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "drill-restore-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const config = writeConfig({ user: { uid, gid } }, folder, "[global]\nlog-path=/tmp\n", "secret");
  expect(config).toBe(path.join(folder, "pgbackrest.conf"));
  expect(readFileSync(config, "utf8")).not.toContain("secret");
  const apart = path.join(folder, "conf.d", "passphrase.conf");
  expect(readFileSync(apart, "utf8")).toContain("\n[global]\nrepo1-cipher-pass=secret\n");
  expect(lstatSync(apart).mode).toBe(0o100600);
});

test("the drill runs on the reference configuration, with its own places", () => {
  const folders = foldersIn("/tmp/drill");
  const reference = readFileSync("deploy/backup/pgbackrest.conf", "utf8");
  expect(reference).not.toMatch(/^repo1-cipher-pass=/m);
  const config = drillConfig(reference, folders, 25432);
  expect(config).toContain("\nrepo1-path=/tmp/drill/repository\n");
  expect(config).toContain("\npg1-port=25432\n");
  const kept = ["repo1-cipher-type=aes-256-cbc", "compress-type=lz4", "archive-async=y"];
  for (const line of kept) expect(config).toContain(`\n${line}\n`);
  expect(() => drillConfig("[global]\n", folders, 1)).toThrow("has no repo1-path");
  const server = readFileSync("deploy/backup/postgresql-archive.conf", "utf8");
  expect(drillServerSettings(server, ["--config=/tmp/c", "--more"])).toContain(
    "\narchive_command = 'pgbackrest --config=/tmp/c --more --stanza=bank archive-push %p'\n",
  );
});

const second = (at: number) => new Date(at * 1000);
const transfer = (refNo: string, at: number) => ({
  refNo,
  key: refNo,
  sentAt: second(at - 0.5),
  at: second(at),
});
const TRANSFERS = [transfer("a", 10), transfer("b", 20), transfer("c", 30)];

test("a lost end is counted from its first transfer to the moment of the loss", () => {
  expect(lossesOf(TRANSFERS, new Set(["a", "b", "c"]), second(31))).toEqual({
    lost: 0,
    seconds: 0,
    holes: 0,
  });
  expect(lossesOf(TRANSFERS, new Set(["a"]), second(31))).toEqual({
    lost: 2,
    seconds: 11,
    holes: 0,
  });
});

test("a transfer that is lost while a later one is there is a hole", () => {
  expect(lossesOf(TRANSFERS, new Set(["a", "c"]), second(31))).toMatchObject({ lost: 1, holes: 1 });
});

test("a database is as it was at a moment with all before it and nothing sent after it", () => {
  expect(isAsAt(TRANSFERS, new Set(["a", "b"]), second(25))).toBe(true);
  expect(isAsAt(TRANSFERS, new Set(["a"]), second(25))).toBe(false);
  expect(isAsAt(TRANSFERS, new Set(["a", "b", "c"]), second(25))).toBe(false);
  // Under way at that moment: either will do.
  expect(isAsAt(TRANSFERS, new Set(["a", "b", "c"]), second(29.8))).toBe(true);
});

test("options of the drill are checked", () => {
  expect(readDrillOptions([])).toEqual({ members: 20_000, seconds: 75 });
  expect(readDrillOptions(["--members", "1000000"]).members).toBe(1_000_000);
  expect(() => readDrillOptions(["--members", "many"])).toThrow("--members takes a whole number");
  expect(() => readDrillOptions(["--quick"])).toThrow("Unknown option '--quick'");
});

test("a drill without a claim proves nothing", () => {
  expect(allRight([{ what: "a", says: "" }])).toBe(false);
  expect(allRight([{ what: "a", says: "", isRight: true }])).toBe(true);
  const both = [true, false].map((isRight) => ({ what: "a", says: "", isRight }));
  expect(allRight(both)).toBe(false);
});
