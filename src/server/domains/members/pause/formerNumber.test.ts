import { afterAll, beforeAll, expect, test } from "vitest";
import { setOwnLimit } from "#contract/ownLimits.ts";
import { lockMoney } from "#contract/moneyLock.ts";
import { makeStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, asked } from "#test/support/requestActs.ts";
import { cleanUp } from "#server/entry/cleanUp.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

/** A member whose number the office has just changed, signed in on the new one. */
async function enter() {
  const member = await world.makeMember({
    officeId: 1n,
    savings: 1_000_00n,
  });
  const former = member.mobileNumber ?? "";
  const mobileNumber = `+63918${member.membershipNo.slice(-7)}`;
  const somebody = () => makeStaff(world, { role: "supervisor", officeId: null });
  const [maker, checker] = [await somebody(), await somebody()];
  const payload = { memberGuid: member.guid, mobileNumber };
  await approve(checker, await asked(maker, { kind: "change_mobile", payload }));
  const now = { ...member, mobileNumber };
  return { member: now, former, browser: await world.signIn(now) };
}

/** Sets a limit and locks money: two things that are told by text. */
async function act({ member, browser }: Awaited<ReturnType<typeof enter>>, amount: string) {
  const params = { guid: member.guid };
  const limit = { limit: "own", span: "day" as const, amount };
  const lock = { accountNumber: member.accountNumbers.savings ?? "", amount };
  expect(await world.call(setOwnLimit, { params, body: limit }, browser)).toMatchObject({
    status: true,
  });
  const key = { idempotencyKey: `lock-of-${amount.replace(".", "-")}` };
  expect(await world.call(lockMoney, { params, body: lock }, browser, key)).toMatchObject({
    status: true,
  });
}

const warnings = (texts: string[], amount: string) =>
  texts.filter((text) => text.includes(amount) && text.includes("Not you?"));

test("S230 for as long as the pause after a change of number runs, warnings go to the old number as well", async () => {
  const who = await enter();
  await act(who, "201.00");
  const told = warnings(await world.textsTo(who.member.mobileNumber), "201.00");
  expect(told).toHaveLength(2);
  expect(warnings(await world.textsTo(who.former), "201.00")).toEqual(told);
});

test("S230 no code goes to the old number", async () => {
  const { member, former } = await enter();
  const codes = async (to: string) =>
    (await world.textsTo(to)).filter((text) => /^\d{6} /.test(text));
  expect(await codes(member.mobileNumber)).toHaveLength(1);
  expect(await codes(former)).toEqual([]);
});

test("S230 once the pause is over the old number hears nothing more, and is forgotten", async () => {
  const who = await enter();
  world.passSeconds(24 * 60 * 60 + 1);
  const browser = await world.signIn(who.member, { ...who.browser, token: undefined });
  await act({ ...who, browser }, "203.00");
  expect(warnings(await world.textsTo(who.member.mobileNumber), "203.00")).toHaveLength(2);
  expect(warnings(await world.textsTo(who.former), "203.00")).toEqual([]);
  await cleanUp(world.app);
  const row = await world.app.db
    .selectFrom("member")
    .select(["former_mobile_number", "former_mobile_until"])
    .where("id", "=", who.member.id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ former_mobile_number: null, former_mobile_until: null });
});
