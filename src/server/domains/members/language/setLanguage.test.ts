import { afterAll, beforeAll, expect, test } from "vitest";
import { getProfile, setLanguage } from "#contract/members.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { askForCode } from "#test/support/transferActs.ts";

let world: World;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());

async function enter() {
  const member = await world.makeMember({ savings: 1_000_00n });
  const browser = await world.signIn(member);
  const params = { guid: member.guid };
  const look = async () => {
    const answer = await world.call(getProfile, { params }, browser);
    return answer.status ? answer.result.language : answer.code;
  };
  return { member, browser, params, look };
}

test("who chooses Filipino gets the next code in Filipino; choosing it again is no news", async () => {
  const { member, browser, params, look } = await enter();
  expect(await look()).toBe("en");
  for (let times = 0; times < 2; times += 1)
    expect(
      await world.call(setLanguage, { params, body: { language: "fil" } }, browser),
    ).toMatchObject({ status: true });
  expect(await look()).toBe("fil");
  const chosen = await world.app.db
    .selectFrom("audit_event")
    .select("detail")
    .where("action", "=", "language_chosen")
    .where("actor", "=", member.guid)
    .execute();
  expect(chosen).toEqual([{ detail: { language: "fil" } }]);

  await askForCode(world, member, browser, { amount: 10_00n });
  expect(await world.textsTo(member.mobileNumber ?? "")).toContainEqual(
    expect.stringMatching(/para magpadala ng PHP 10\.00 sa inyong/),
  );
});

test("beyond twenty changes a day the language stays, and so does the trail", async () => {
  const { browser, params, look } = await enter();
  const choose = (language: "en" | "fil") =>
    world.call(setLanguage, { params, body: { language } }, browser);
  for (let times = 0; times < 10; times += 1) {
    expect(await choose("fil")).toMatchObject({ status: true });
    expect(await choose("en")).toMatchObject({ status: true });
  }
  expect(await choose("fil")).toMatchObject({ httpStatus: 429, code: "too_many_requests" });
  expect(await look()).toBe("en");
});

test("no other language, and nobody else's", async () => {
  const { browser, params, look } = await enter();
  const other = await enter();
  // What the contract does not allow, as a stranger would send it.
  const body = { language: "de" } as unknown as { language: "en" };
  expect(await world.call(setLanguage, { params, body }, browser)).toMatchObject({
    status: false,
    errors: [{ param: "language" }],
  });
  expect(
    await world.call(setLanguage, { params, body: { language: "fil" } }, other.browser),
  ).toMatchObject({ code: "not_found" });
  expect(await look()).toBe("en");
});
