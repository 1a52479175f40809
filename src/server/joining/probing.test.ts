import { withCheckDigit } from "#common/checkDigit.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newBrowser } from "#test/support/browser.ts";
import { joinAs } from "#test/support/joiningActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("B07 thirty forms at once tell a source five times of a missing number, and ring once", async () => {
  const member = await world.makeMember({ hasAccount: false, mobileNumber: null });
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => joinAs(world, member.membershipNo, {}, newBrowser())),
  );
  const codes = answers.map((answer) => !answer.status && answer.code);
  expect(codes.filter((code) => code === "mobile_missing")).toHaveLength(5);
  expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(25);
  const sweeps = await world.app.metrics.signUpSweeps.get();
  expect(sweeps.values[0]?.value).toBe(1);
  // Then nobody's number is refused as well.
  const nobodys = await joinAs(world, withCheckDigit("000120190000003"), {}, newBrowser());
  expect(nobodys).toMatchObject({ httpStatus: 429, code: "too_many_requests" });
});
