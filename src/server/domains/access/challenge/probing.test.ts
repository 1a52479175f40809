import { withCheckDigit } from "#common/checkDigit.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusals } from "#contract/refusals.ts";
import { newBrowser } from "#test/support/browser.ts";
import { signUpAs } from "#test/support/signUpActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("B07 thirty forms at once tell a source five times of a missing number, and ring once", async () => {
  const member = await world.makeMember({ hasAccount: false, mobileNumber: null });
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => signUpAs(world, member.membershipNo, {}, newBrowser())),
  );
  const told = answers.filter((answer) => !answer.status && answer.code === "mobile_missing");
  expect(told).toHaveLength(5);
  const others = answers.flatMap((answer) => (answer.status ? [answer.result.notice] : []));
  expect(others).toHaveLength(25);
  const sweeps = await world.app.metrics.signUpSweeps.get();
  expect(sweeps.values[0]?.value).toBe(1);
  // None of them says that a code was sent. Nobody's number is answered in the same words.
  const nobodys = await signUpAs(world, withCheckDigit("000120190000003"), {}, newBrowser());
  if (!nobodys.status) throw new Error(nobodys.message);
  expect(new Set(others)).toEqual(new Set([nobodys.result.notice, refusals.otp_limit.en]));
});
