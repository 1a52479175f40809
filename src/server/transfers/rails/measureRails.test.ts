import { afterAll, beforeAll, expect, test } from "vitest";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS, manila } from "#test/support/railWorld.ts";
import { measureRails } from "./measureRails.ts";

const DAY = "2026-11-23";

let world: World;

beforeAll(async () => {
  world = await rails.makeRailWorld();
});

afterAll(() => world.close());

async function order(account: string): Promise<void> {
  const member = await world.makeMember({ card: { balance: 50_000_00n } });
  const cycle = await rails.cycleNow(world);
  await rails.orderByRows(world, member, { kind: "pesonet", amount: 2_000_00n, account, cycle });
}

/** What whoever is woken looks at: how many must be back soon, of each rail. */
async function dueAt(time: string): Promise<Record<string, number>> {
  world.setTime(manila(`${DAY}T${time}`));
  await measureRails(world.app);
  const { values } = await world.app.metrics.railRefundsDue.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.rail, value]));
}

test("S102 what was cleared and has no end is counted a quarter of an hour before its two hours are over", async () => {
  world.setTime(manila(`${DAY}T10:00:00`));
  for (const account of [ACCOUNTS.neverKnown, ACCOUNTS.credited, ACCOUNTS.held]) {
    await order(account);
  }
  await drainJobs(world.app);
  expect(await dueAt("10:01:00")).toEqual({ instapay: 0, pesonet: 0 });
  for (const time of ["15:00:00", "16:00:00", "16:30:00"]) {
    world.setTime(manila(`${DAY}T${time}`));
    await rails.pesonetTurn(world);
  }
  expect(await dueAt("17:44:00")).toEqual({ instapay: 0, pesonet: 0 });
  expect(await dueAt("17:46:00")).toEqual({ instapay: 0, pesonet: 1 });
  await rails.railFault(world, "pesonet", "down");
  world.setTime(manila(`${DAY}T18:10:00`));
  await rails.pesonetTurn(world);
  expect(await dueAt("18:10:00"), "it stays until it has its end").toEqual({
    instapay: 0,
    pesonet: 1,
  });
});
