import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { APPROVED_ACT_NAMES } from "#contract/approvalPolicy.ts";
import { api } from "#contract/api.ts";
import { DOING, enterWithPasskey } from "#test/support/approvedActs.ts";
import { approveWith } from "#test/support/cardUse.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/passkeyActs.ts";

let world: World;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());

test.each(APPROVED_ACT_NAMES)(
  "S191 %s is approved by a passkey, and no code is sent",
  async (act) => {
    const who = await enterWithPasskey(world);
    const codes = async () =>
      (await world.textsTo(who.member.mobileNumber ?? "")).filter((text) => /^\d{6} /.test(text));
    let before: string[] = [];
    const answer = await DOING[act](world, who, async (intent) => {
      // A teller who asks about cash sends one as well: it is the member's to choose.
      before = await codes();
      return acts.approveByPasskey(world, who, intent);
    });
    expect(answer).toMatchObject({ status: true });
    expect(await codes()).toEqual(before);
  },
);

test.each(APPROVED_ACT_NAMES)("S051 the text with the code for %s is whole", async (act) => {
  const who = await enterWithPasskey(world, { hasPasskey: act === "remove_passkey" });
  const answer = await DOING[act](world, who, (intent) =>
    approveWith(world, who.member, who.browser, intent),
  );
  expect(answer).toMatchObject({ status: true });
  const texts = await world.textsTo(who.member.mobileNumber ?? "");
  const codes = texts.filter((text) => /^\d{6} /.test(text));
  expect(codes).not.toHaveLength(0);
  // No name of a value stands where the value belongs.
  for (const text of codes) expect(text).not.toMatch(/[{}]/);
});

test.each(APPROVED_ACT_NAMES)(
  "S193 %s is done by no proof once it became an office's",
  async (act) => {
    const who = await enterWithPasskey(world);
    const choose = (needs: string | null) =>
      sql`update approval_policy set chosen = ${needs} where act = ${act}`.execute(world.app.db);
    const answer = await DOING[act](world, who, async (intent) => {
      const proof = await acts.approveByPasskey(world, who, intent);
      await choose("office");
      return proof;
    });
    await choose(null);
    expect(answer).toMatchObject({ httpStatus: 409, code: "office_needed" });
  },
);

test("S193 every call that spends a proof is described as one that may want another", () => {
  const spending = api.filter(
    ({ refusals }) =>
      refusals?.some((code) => code === "otp_incorrect") &&
      refusals.some((code) => code.startsWith("otp_not_for_this")),
  );
  expect(spending.length).toBeGreaterThan(APPROVED_ACT_NAMES.length);
  for (const { name, refusals } of spending) {
    expect([name, refusals]).toEqual([
      name,
      expect.arrayContaining(["passkey_needed", "office_needed"]),
    ]);
  }
});
