import { afterAll, beforeAll, expect, test } from "vitest";
import { makeLog } from "#server/platform/base/log.ts";
import { forgotPassword } from "#contract/signUp.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { startSignUp } from "#test/support/signUpActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
const log: string[] = [];
beforeAll(async () => {
  world = await makeWorld({ TEXTS_AN_HOUR: "2" });
  world.app.log = makeLog("test", "error", { write: (line) => log.push(line) });
});
afterAll(() => world.close());

test("S047 the end of the hour's budget is one line of the log, however many texts are withheld", async () => {
  const askOften = async () => {
    for (let i = 0; i < 5; i++) {
      const { membershipNo } = await world.makeMember({ hasAccount: false });
      await startSignUp(world, membershipNo, {}, newBrowser());
    }
  };
  await askOften();
  expect(log).toEqual([
    expect.stringContaining("budget of text messages for strangers is used up"),
  ]);
  const withheld = await world.app.metrics.textsWithheld.get();
  expect(withheld.values).toMatchObject([{ labels: { budget: "all" }, value: 3 }]);
  world.passSeconds(3601);
  await askOften();
  expect(log).toHaveLength(2);
});

test("S047 C02 strangers who spent the hour's budget leave a member's own browser its text", async () => {
  const member = await world.makeMember();
  const own = await world.signIn(member);
  const strangers = await world.makeMember();
  const ask = (identifier: string, browser: Browser) =>
    world.call(forgotPassword, { body: { identifier } }, browser);
  world.passSeconds(3601);
  for (let i = 0; i < 3; i++) {
    const { membershipNo } = await world.makeMember({ hasAccount: false });
    await startSignUp(world, membershipNo, {}, newBrowser());
  }
  expect(await ask(strangers.username, newBrowser())).toMatchObject({ code: "texts_spent" });
  expect(await world.textsTo(strangers.mobileNumber ?? "")).toEqual([]);
  const before = (await world.textsTo(member.mobileNumber ?? "")).length;
  expect(await ask(member.username, { ...own, token: undefined })).toMatchObject({ status: true });
  expect(await world.textsTo(member.mobileNumber ?? "")).toHaveLength(before + 1);
});
