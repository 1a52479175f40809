import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { databaseMachines } from "./machines.ts";
import { BLOWS, counts, longestSilence, planRounds } from "./plan.ts";
import { countBugAnswers, verdict } from "./report.ts";
import { fill, machineSettings, sharedSettings } from "./settings.ts";
import { isWhole, type Member } from "./state.ts";

test("R15 twenty kills come with ten pauses and five losses of etcd, spread over the drill", () => {
  const rounds = planRounds(20);
  for (const blow of BLOWS) {
    expect(rounds.filter((round) => round === blow)).toHaveLength(counts(20)[blow]);
  }
  const wanted = counts(20);
  expect(wanted["kill the primary's machine"] + wanted["primary's machine vanishes"]).toBe(20);
  expect(wanted["pause the primary's machine"]).toBe(10);
  expect(wanted["kill one etcd"] + wanted["kill all of etcd"]).toBe(5);
  expect(new Set(rounds.slice(0, 8)).size).toBeGreaterThan(4);
  expect(planRounds(1)).toEqual(["kill the primary's machine"]);
});

test("the longest silence is measured from the blow, and to the end when nobody answers any more", () => {
  expect(longestSilence([900, 1100, 5100, 5200], 1000, 6000)).toEqual({
    milliseconds: 4000,
    endedAt: 5100,
  });
  expect(longestSilence([900], 1000, 21_500)).toEqual({ milliseconds: 20_500, endedAt: 21_500 });
});

test("every placeholder of the reference configuration has a value, and a further one is an error", () => {
  const machines = databaseMachines(7);
  const shared = sharedSettings("/drill", machines);
  for (const machine of machines) {
    const settings = machineSettings(shared, machine, "/drill");
    for (const file of ["etcd.yml", "patroni.yml"]) {
      expect(fill(readFileSync(`deploy/postgresql/${file}`, "utf8"), settings)).toContain(
        machine.address,
      );
    }
  }
  for (const file of ["haproxy.cfg", "pgbouncer.ini"]) {
    expect(fill(readFileSync(`deploy/postgresql/${file}`, "utf8"), shared)).not.toContain("${");
  }
  expect(() => fill("${NOBODY_SET_THIS}", shared)).toThrow("no value for NOBODY_SET_THIS");
});

test("the reference keeps what was confirmed, and Patroni's times fit each other", () => {
  const text = readFileSync("deploy/postgresql/patroni.yml", "utf8");
  for (const promise of [
    'fsync: "on"',
    'full_page_writes: "on"',
    'synchronous_commit: "on"',
    "- data-checksums",
    "synchronous_mode: true",
    "synchronous_mode_strict: true",
  ]) {
    expect(text).toContain(promise);
  }
  const value = (name: string) => Number(new RegExp(`^    ${name}: (\\d+)$`, "m").exec(text)?.[1]);
  expect(value("loop_wait") + 2 * value("retry_timeout")).toBeLessThanOrEqual(value("ttl"));
});

const member = (name: string, role: string, more: Partial<Member> = {}): Member => ({
  name,
  role,
  state: "running",
  timeline: 3,
  ...more,
});

test("a cluster is whole when all follow one leader synchronously", () => {
  const [leader, sync, third] = [
    member("db1", "leader"),
    member("db2", "sync_standby"),
    member("db3", "sync_standby"),
  ];
  expect(isWhole([leader, sync, third], 3)).toBe(true);
  expect(isWhole([leader, sync], 3)).toBe(false);
  expect(isWhole([leader, member("db2", "replica"), third], 3)).toBe(false);
  expect(isWhole([leader, sync, member("db3", "sync_standby", { timeline: 2 })], 3)).toBe(false);
  expect(isWhole([leader, sync, member("db3", "sync_standby", { state: "starting" })], 3)).toBe(
    false,
  );
  expect(isWhole([], 0)).toBe(false);
});

const round = {
  blow: "kill the primary's machine" as const,
  struck: "db1",
  primary: "db2",
  acknowledged: 400,
  repeats: 20,
  silenceMs: 13_000,
  wholeAfterMs: 20_000,
};
const right = {
  audit: {
    acknowledged: 400,
    lost: [],
    doubled: [],
    unfinished: 0,
    returned: 0,
    differences: [],
    breaches: [],
  },
  fenceAcknowledged: 90,
  fenceLost: 0,
  ended: [],
  deaf: [],
  bugAnswers: 0,
};

test("the verdict is right only when nothing at all is missing", () => {
  expect(verdict([round], right).isRight).toBe(true);
  const wrongs = [
    { ...right, audit: { ...right.audit, lost: ["OT1"] } },
    { ...right, audit: { ...right.audit, acknowledged: 0 } },
    { ...right, fenceLost: 1 },
    { ...right, fenceAcknowledged: 0 },
    { ...right, deaf: ["listen outbox"] },
    { ...right, ended: ["The worker ended (1)"] },
    { ...right, bugAnswers: countBugAnswers('{"status":200}\n{"status":500,"ms":1}\n') },
  ];
  for (const wrong of wrongs) expect(verdict([round], wrong).isRight).toBe(false);
  expect(verdict([{ ...round, silenceMs: 20_100 }], right).isRight).toBe(false);
});
