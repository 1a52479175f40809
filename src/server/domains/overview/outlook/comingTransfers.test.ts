import { brand } from "#brand";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getOutlook } from "#contract/outlook.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as schedules from "#test/support/scheduleActs.ts";
import { toBank } from "#test/support/sendActs.ts";

let world: World;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());

async function enter() {
  world.setTime(new Date("2026-11-05T02:00:00Z"));
  const member = await world.makeMember({ savings: 1_000_00n, card: { balance: 500_00n } });
  return { member, browser: await world.signIn(member) };
}

async function comingOf({ member, browser }: Awaited<ReturnType<typeof enter>>) {
  // Hours pass in between, and a session ends; a device that is new would begin a pause.
  await world.signIn(member, browser);
  const answer = await world.call(getOutlook, { params: { guid: member.guid } }, browser);
  if (!answer.status) throw new Error(answer.code);
  return answer.result.coming.map(({ on, kind, payee, amount, account }) => [
    on,
    kind,
    payee,
    amount,
    account?.name,
    account?.after,
  ]);
}

test("S253 what schedules send comes with its fee and the balance after it, and what it brings to the own card", async () => {
  const whose = await enter();
  const { member } = whose;
  const card = member.cardAccountNo ?? "";
  await schedules.schedule(world, whose, toBank("instapay", "100.00"), {
    repeats: "weekly",
    first_on: "2026-11-06",
  });
  world.passSeconds(61);
  const top = {
    kind: "own",
    source_account: member.accountNumbers.savings ?? "",
    destination_account: card,
    amount: "400.00",
  } as const;
  await schedules.schedule(world, whose, top, { repeats: "once", first_on: "2026-11-10" });
  const name = brand.cardDisplayName;
  const weekly = (on: string, after: bigint) => [
    on,
    "transfer",
    "Juan Dela Cruz",
    110_00n,
    name,
    after,
  ];
  const expected = [
    weekly("2026-11-06", 390_00n),
    ["2026-11-10", "transfer", card, 400_00n, "Savings Deposit", 600_00n],
    weekly("2026-11-13", 680_00n),
    weekly("2026-11-20", 570_00n),
    weekly("2026-11-27", 460_00n),
    weekly("2026-12-04", 350_00n),
  ];
  expect(await comingOf(whose)).toEqual(expected);
  // Once a day is announced it stands there once, and once it is sent it does not.
  await schedules.comeTo(world, "2026-11-05T20:00");
  expect(await comingOf(whose)).toEqual(expected);
  await schedules.comeTo(world, "2026-11-06T09:00");
  expect(await comingOf(whose)).toEqual(expected.slice(1));
});

test("S253 S292 what is paused sends nothing, and nobody is told of another's", async () => {
  const whose = await enter();
  const other = await enter();
  const made = await schedules.schedule(world, whose, toBank("instapay", "50.00"), {
    repeats: "monthly",
    first_on: "2026-11-20",
  });
  expect(await comingOf(other)).toEqual([]);
  expect(await comingOf(whose)).toHaveLength(1);
  await schedules.change(world, whose, made.scheduleId, { change: "pause" });
  expect(await comingOf(whose)).toEqual([]);
});
