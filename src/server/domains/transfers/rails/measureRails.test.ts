import { afterAll, beforeAll, expect, test } from "vitest";
import { drainJobs } from "#test/support/drainJobs.ts";
import { clearNow, sendByFile } from "#test/support/inwardActs.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS, manila } from "#test/support/railWorld.ts";
import { receiveStatusReport } from "./receiveStatusReport.ts";
import { measureRails } from "./measureRails.ts";
import { takePesonetFiles } from "./takePesonetFiles.ts";

const DAY = "2026-11-23";

let world: World;

beforeAll(async () => {
  world = await rails.makeRailWorld();
});

afterAll(() => world.close());

async function order(account: string): Promise<string> {
  const member = await world.makeMember({ card: { balance: 50_000_00n } });
  const cycle = await rails.cycleNow(world);
  return rails.orderByRows(world, member, { kind: "pesonet", amount: 2_000_00n, account, cycle });
}

/** What whoever is woken looks at: how many should be back, of each rail, and when the house was heard last. */
async function measuredAt(time: string): Promise<{ late: Record<string, number>; heard: Date }> {
  world.setTime(manila(`${DAY}T${time}`));
  await measureRails(world.app);
  const { railRefundsLate, pesonetHeardAt } = world.app.metrics;
  const late = (await railRefundsLate.get()).values;
  const heard = (await pesonetHeardAt.get()).values;
  return {
    late: Object.fromEntries(late.map(({ labels, value }) => [labels.rail, value])),
    heard: new Date((heard[0]?.value ?? 0) * 1000),
  };
}

async function turnAt(...times: string[]): Promise<void> {
  for (const time of times) {
    world.setTime(manila(`${DAY}T${time}`));
    await rails.pesonetTurn(world);
  }
}

test("S102 what was cleared, has no end and is not with a bank's check is late when its two hours are over", async () => {
  world.setTime(manila(`${DAY}T10:00:00`));
  await order(ACCOUNTS.neverKnown);
  await order(ACCOUNTS.held);
  const credited = await order(ACCOUNTS.credited);
  await drainJobs(world.app);
  await turnAt("15:00:00", "16:00:00", "16:30:00", "17:57:00");
  expect((await measuredAt("17:57:10")).late).toEqual({ instapay: 0, pesonet: 0 });
  // From now on the house may have said what we have not heard: nothing is refunded by the clock.
  await rails.railFault(world, "pesonet", "down");
  await turnAt("17:58:30", "17:59:00");
  expect((await measuredAt("17:59:50")).late).toEqual({ instapay: 0, pesonet: 0 });
  const { late, heard } = await measuredAt("18:05:00");
  expect(late).toEqual({ instapay: 0, pesonet: 1 });
  expect(heard >= manila(`${DAY}T17:57:00`) && heard < manila(`${DAY}T17:58:30`)).toBe(true);
  await rails.railFault(world, "pesonet", "ok");
  await turnAt("18:10:00");
  const afterwards = await measuredAt("18:15:00");
  expect(afterwards.late).toEqual({ instapay: 0, pesonet: 0 });
  expect(afterwards.heard >= manila(`${DAY}T18:10:00`)).toBe(true);

  // What was there and comes back has no such time, even while the issuer does not put it back.
  await rails.railFault(world, "issuer", "down");
  const said = {
    rail: "pesonet",
    source: "a return file",
    via: "file",
    correlationId: "test",
  } as const;
  expect(await receiveStatusReport(world.app, { ...said, refNo: credited, status: "return" })).toBe(
    "booked",
  );
  await turnAt("18:16:00");
  expect((await measuredAt("18:20:00")).late).toEqual({ instapay: 0, pesonet: 0 });
});

test("S255 what came in and has no end two hours later is late, a file that nobody can take too", async () => {
  world.setTime(manila("2026-11-24T10:00:00"));
  const member = await world.makeMember({ card: { balance: 0n } });
  await rails.railFault(world, "issuer", "down");
  await sendByFile(world, { account: member.cardAccountNo ?? "", amount: "20.00" });
  await clearNow(world);
  await takePesonetFiles(world.app);
  await world.app.db
    .insertInto("pesonet_file_left")
    .values({
      cursor: 999n,
      name: "INWARD-LOST.xml",
      kind: "inward",
      sha256: "0".repeat(64),
      left_at: manila("2026-11-24T10:30:00"),
      failed_at: manila("2026-11-24T10:30:00"),
      next_try_at: manila("2026-11-24T10:31:00"),
    })
    .execute();
  const lateAt = async (time: string) => {
    world.setTime(manila(`2026-11-24T${time}`));
    await measureRails(world.app);
    const { values } = await world.app.metrics.railInwardLate.get();
    return values.map(({ labels, value }) => `${labels.rail} ${value}`);
  };
  expect(await lateAt("11:59:00")).toEqual(["instapay 0", "pesonet 0"]);
  expect(await lateAt("12:01:00")).toEqual(["instapay 0", "pesonet 1"]);
  expect(await lateAt("12:31:00")).toEqual(["instapay 0", "pesonet 2"]);
});
