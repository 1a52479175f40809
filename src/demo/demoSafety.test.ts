import { afterAll, beforeAll, expect, test } from "vitest";
import { WATCHED_FOR } from "#contract/staff/safetyWatch.ts";
import type { App } from "#server/platform/app.ts";
import { readDevices } from "#server/domains/access/memberDevices/readDevices.ts";
import { listWatched } from "#server/domains/freeze/desk/safetyWatch.ts";
import { readLocks } from "#server/domains/moneyLock/readLocks.ts";
import { readActivity } from "#server/domains/safety/readActivity.ts";
import { readSafety } from "#server/domains/safety/readSafety.ts";
import { readOwnLimits } from "#server/domains/transfers/limits/own/readOwnLimits.ts";
import { type DemoBank, openDemoBank } from "#test/support/demoBank.ts";
import { demoMember, demoStaff } from "./demoCallers.ts";

let bank: DemoBank;
let app: App;

beforeAll(async () => {
  bank = await openDemoBank();
  app = bank.app;
});

afterAll(() => bank.close());

test("the fraud officer finds accounts of every sort, and one that is looked after", async () => {
  const { rows } = await listWatched(app, await demoStaff(app, "fraud.demo"), {});
  expect(rows.map(({ what }) => what).toSorted()).toEqual([...WATCHED_FOR].toSorted());
  expect(rows.filter(({ owner }) => owner !== null)).toMatchObject([
    { what: "frozen", owner: "fraud.demo", detail: "hotline" },
  ]);
  const ages = rows.map(({ at }) => at);
  expect(ages).toEqual(ages.toSorted());
});

test("a member sees what protects the account: devices, own limits, locked money, a pause, activity", async () => {
  const corazon = await demoMember(app, "corazon.magsino35");
  expect(await readSafety(app, corazon)).toMatchObject({
    knownDevices: 3,
    pause: { reason: "new_device" },
  });
  const devices = await readDevices(app, corazon, { source: "198.51.100.20" });
  expect(devices).toHaveLength(3);
  const limits = await readOwnLimits(app, corazon.memberId);
  expect(limits.newPayee.amount).toBe(1_000_00n);
  const { accounts } = await readLocks(app, corazon.memberId);
  expect(accounts.filter(({ locked }) => locked > 0n)).toHaveLength(1);
  const { rows } = await readActivity(app, corazon, { source: "198.51.100.20", before: undefined });
  const kinds = rows.map(({ kind }) => kind);
  expect(kinds).toEqual(
    expect.arrayContaining(["signed_in_new_device", "own_limit_set", "money_locked"]),
  );
});
