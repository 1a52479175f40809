import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendOtp } from "#contract/auth.ts";
import { setWithdrawalLimit } from "#contract/cardSettings.ts";
import { getSafety } from "#contract/safety.ts";
import { startRaisedLimits } from "#server/domains/cards/withdrawalLimit/startRaisedLimits.ts";
import { sweepCardOrders } from "#server/domains/cards/orders/sweepCardOrders.ts";
import type { Browser } from "#test/support/browser.ts";
import { approveWith, settingsOf } from "#test/support/cardUse.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, ask, asked, decide } from "#test/support/requestActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db.deleteFrom("throttle").execute();
});

const newMember = () => world.makeMember({ officeId: 1n, card: { balance: 1_000_00n } });
const staffOf = (role: "teller" | "supervisor") => world.makeStaff({ role, officeId: 1n });

const set = (browser: Browser, amount: string, code?: { pinId: string; pin: string }) =>
  world.call(setWithdrawalLimit, { body: { transaction_limit: amount, ...code } }, browser);

const raise = (member: TestMember, browser: Browser, amount: string) => {
  const intent = { kind: "raise_limit" as const, amount };
  return world.call(sendOtp, { body: { memberGuid: member.guid, intent } }, browser);
};

const PAUSED = {
  httpStatus: 409,
  code: "raise_paused",
  message: expect.stringMatching(/^Your limits can go up from \w+ \d+, 2026, \d+:\d\d [AP]M\./),
};

test("S206 in the pause no limit goes up and none that waited starts; a cut holds at once, and after it a raise is asked for again", async () => {
  const member = await newMember();
  const first = await world.signIn(member);
  const code = await approveWith(world, member, first, { kind: "raise_limit", amount: "30000" });
  expect(await set(first, "30000.00", code)).toMatchObject({ status: true });
  world.passSeconds(12 * 60 * 60);
  const second = await world.signIn(member);
  expect(await raise(member, second, "40000")).toMatchObject(PAUSED);
  expect(await set(second, "40000.00")).toMatchObject(PAUSED);
  // The raise was asked for a day ago; the pause has twelve hours to go.
  world.passSeconds(12 * 60 * 60 + 60);
  expect(await startRaisedLimits(world.app)).toBe(0);
  world.passSeconds(12 * 60 * 60);
  expect(await startRaisedLimits(world.app)).toBe(1);
  await sweepCardOrders(world.app);
  const later = await world.signIn(member, { ...second, token: undefined });
  expect((await settingsOf(world, member, later)).transactionLimit).toBe(30_000_00n);
  expect(await set(later, "10000.00")).toMatchObject({ status: true });
  expect(await raise(member, later, "20000")).toMatchObject({ status: true });
});

test("S206 the pause is told with its end, on a changed number on the old and the new one", async () => {
  const member = await newMember();
  await world.signIn(member);
  const [teller, supervisor] = [await staffOf("teller"), await staffOf("supervisor")];
  const mobileNumber = `+63918${member.membershipNo.slice(-7)}`;
  const payload = { memberGuid: member.guid, mobileNumber };
  await approve(supervisor, await asked(teller, { kind: "change_mobile", payload }));
  const told = expect.stringMatching(/until Nov \d+, 2026, \d+:\d\d [AP]M no new payee is paid/);
  expect(await world.textsTo(member.mobileNumber ?? "")).toContainEqual(told);
  expect(await world.textsTo(mobileNumber)).toContainEqual(told);
});

test("S206 a pause ends early only by two people at an office who saw a document, and the member is told", async () => {
  const member = await newMember();
  await world.signIn(member);
  const browser = await world.signIn(member);
  const [teller, supervisor] = [await staffOf("teller"), await staffOf("supervisor")];
  const of = { memberGuid: member.guid };
  const shorten = { kind: "shorten_pause" as const };
  expect(await ask(teller, { ...shorten, payload: of })).toMatchObject({ httpStatus: 422 });
  const payload = { ...of, identityDocument: "Passport ending 7788" };
  const requestId = await asked(supervisor, { ...shorten, payload });
  expect(await decide(supervisor, requestId)).toMatchObject({ status: false });
  expect(await raise(member, browser, "40000")).toMatchObject(PAUSED);
  await approve(await staffOf("supervisor"), requestId);
  const safety = await world.call(getSafety, { params: { guid: member.guid } }, browser);
  expect(safety).toMatchObject({ result: { pause: null } });
  expect(await raise(member, browser, "40000")).toMatchObject({ status: true });
  expect(await world.textsTo(member.mobileNumber ?? "")).toContainEqual(
    expect.stringContaining("ended the pause of your account early"),
  );
  expect(await ask(teller, { ...shorten, payload })).toMatchObject({
    code: "request_does_not_apply",
  });
});
