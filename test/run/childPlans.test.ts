import { expect, test } from "vitest";
import { childPlans } from "#scripts/start/childPlans.ts";
import { placesIn } from "#scripts/start/dataDir.ts";
import type { RunningDatabase } from "#scripts/start/runningDatabase.ts";
import type { StartOptions } from "#scripts/start/startOptions.ts";

const options: StartOptions = {
  host: "127.0.0.1",
  port: 8080,
  sandboxPort: 8090,
  dataDir: "/tmp/bank",
  databaseUrl: undefined,
  isDemo: false,
  reset: false,
  isFast: false,
  environment: {},
};
const urls = {
  ownerUrl: "",
  appUrl: "postgres://app@127.0.0.1/bank",
  readonlyUrl: "",
  adminUrl: "",
};
const database: RunningDatabase = {
  urls: () => urls,
  pid: () => undefined,
  stop: () => Promise.resolve(),
  kill: () => undefined,
};
const plansOf = (more: Partial<StartOptions>) =>
  childPlans({ ...options, ...more }, placesIn(options.dataDir), database).map((plan) => [
    plan.name,
    plan.title,
    plan.environment()["PORT"],
  ]);

test("a start has one worker and one API, at the port that browsers know", () => {
  expect(plansOf({})).toEqual([
    ["worker", "The worker", "8080"],
    ["api", "The API", "8080"],
  ]);
});

test("several are told apart by name, and each API has a port of its own", () => {
  expect(plansOf({ workers: 2, apiPorts: [9001, 9002] })).toEqual([
    ["worker", "The worker", "8080"],
    ["worker2", "The worker 2", "8080"],
    ["api", "The API", "9001"],
    ["api2", "The API 2", "9002"],
  ]);
});

test("S273 the key that signs statements is given to the APIs of a real bank, and to nothing else", () => {
  const environment = { STATEMENT_KEY_FILE: "/etc/bank/statement-key.pem" };
  const givenTo = (isDemo: boolean) =>
    childPlans({ ...options, environment, isDemo }, placesIn(options.dataDir), database)
      .filter(({ name }) => name !== "sandbox")
      .filter((plan) => plan.environment()["STATEMENT_KEY_FILE"] !== undefined)
      .map(({ name }) => name);
  expect(givenTo(false)).toEqual(["api"]);
  expect(givenTo(true)).toEqual([]);
});

test("heads go to the second place of a real bank, and never to it from a demo", () => {
  const environment = { AUDIT_HEAD_DIR: "/srv/heads" };
  const headsOf = (isDemo: boolean) =>
    childPlans({ ...options, environment, isDemo }, placesIn(options.dataDir), database)
      .filter(({ name }) => name !== "sandbox")
      .map((plan) => plan.environment()["AUDIT_HEAD_DIR"]);
  expect(headsOf(false)).toEqual(["/srv/heads", "/srv/heads"]);
  expect(headsOf(true)).toEqual([undefined, undefined]);
});
