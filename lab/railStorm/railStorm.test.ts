import { afterAll, beforeAll, expect, test } from "vitest";
import { auditStorm } from "./auditStorm.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS } from "#test/support/railWorld.ts";
import { assertBooksHold, moneyOf } from "#test/support/transferActs.ts";
import { readRailSettlement } from "#server/domains/transfers/rails/readRailSettlement.ts";
import { sendRailTransfer } from "#server/domains/transfers/rails/settleRailTransfer.ts";

const MEMBERS = 6;
const CARD = 40_000_00n;
/** What the receiving banks do, by tenths of the transfers. */
const TENTHS = [
  ...Array<string>(5).fill(ACCOUNTS.credited),
  ACCOUNTS.creditedWhenAsked,
  ACCOUNTS.creditedLater,
  ACCOUNTS.rejected,
  ACCOUNTS.returnedLater,
  ACCOUNTS.neverKnown,
];
/** What the switch does to each sixth of them. */
const WEATHER = [
  { mode: "timeout", effect: "kept" },
  { mode: "slow", delaySeconds: 0.1 },
  { mode: "timeout", effect: "lost" },
  { mode: "out-of-order", delaySeconds: 1 },
  { mode: "error", effect: "kept" },
  { mode: "duplicate" },
] as const;

let world: World;
let members: TestMember[];

beforeAll(async () => {
  world = await rails.makeRailWorld({ RAIL_TIMEOUT_MS: "250" });
  members = [];
  for (let count = 0; count < MEMBERS; count += 1) {
    members.push(await world.makeMember({ card: { balance: CARD } }));
  }
});

afterAll(() => world.close());

test("S101 S102 S103 60 transfers through a storm: none sent twice, all end, every peso is accounted for", async () => {
  for (const [turn, { mode, ...more }] of WEATHER.entries()) {
    await rails.railFault(world, "instapay", mode, { rate: 0.6, ...more });
    const refNos: string[] = [];
    for (const [place, account] of TENTHS.entries()) {
      const member = members[(turn + place) % MEMBERS];
      if (member === undefined) continue;
      const amount = BigInt(100_00 + turn * 1_000 + place * 11);
      refNos.push(await rails.orderByRows(world, member, { kind: "instapay", amount, account }));
    }
    await Promise.all(
      refNos.map((refNo) => sendRailTransfer(world.app, { refNo, correlationId: "storm" })),
    );
    world.passSeconds(5);
  }
  // The storm lasts over the first questions.
  for (const seconds of [16, 31, 61]) {
    await rails.railFault(world, "instapay", "timeout", { rate: 0.3, effect: "kept" });
    world.passSeconds(seconds);
    await rails.sweepRails(world);
  }
  await rails.railFault(world, "instapay", "ok");
  // From before the 58th minute on by half minutes: real time that passes beside them makes nothing late.
  const minutes = [1, 3, 5, 10, 20, 10, 5, ...Array<number>(8).fill(0.5)];
  for (const minute of minutes) {
    world.passSeconds(minute * 60);
    await rails.sweepRails(world);
  }
  // The switch has told what it had to tell; what it told is done.
  await expect
    .poll(
      async () => {
        await rails.sweepRails(world);
        return (await audit()).open;
      },
      { timeout: 60_000 },
    )
    .toEqual([]);
  const found = await audit();
  expect(found).toMatchObject({ ordered: 60, doubled: [], unreconciled: [], late: [] });
  expect(found.credited + found.returned).toBe(60);
  expect(found.credited).toBeGreaterThan(30);
  for (const member of members) {
    const { card, issuer } = await moneyOf(world, member);
    expect(card).toBe(issuer);
  }
  await assertBooksHold(world);
});

async function audit() {
  const settlement = await readRailSettlement(world.app, "instapay", "2026-11-23");
  if (settlement.kind !== "statement") throw new Error(settlement.kind);
  return auditStorm(world.app.pool, settlement.entries, "instapay");
}
