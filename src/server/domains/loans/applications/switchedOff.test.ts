import { afterAll, beforeAll, expect, test } from "vitest";
import { getLoanApplications } from "#contract/loans.ts";
import { sendForm } from "#test/support/loanActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  await world.app.db
    .updateTable("feature")
    .set({ state: "hidden" })
    .where("name", "=", "loans")
    .execute();
});
afterAll(() => world.close());

test("J07 while loans are switched off nothing is filed, whatever a page shows; what was filed stays to be read", async () => {
  const member = await world.makeMember({ savings: 0n });
  const browser = await world.signIn(member);
  expect(await sendForm(world, member, browser)).toMatchObject({ code: "unavailable" });
  const params = { guid: member.guid };
  expect(await world.call(getLoanApplications, { params }, browser)).toMatchObject({
    status: true,
    result: [],
  });
});
