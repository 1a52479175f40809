import { afterAll, beforeAll, expect, test } from "vitest";
import { documentVersions } from "#contract/documents.ts";
import { newBrowser } from "#test/support/browser.ts";
import { startSignUp, enterCode, signUpAs } from "#test/support/signUpActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test.each(["privacy", "terms"])(
  "S041 a form that stood open while a newer text of %s was issued is refused, and no code is sent",
  async (document) => {
    const member = await world.makeMember({ hasAccount: false });
    const inForce = { ...documentVersions };
    const browser = newBrowser();
    try {
      Object.assign(documentVersions, { [document]: "2099-01-01" });
      const answer = await signUpAs(world, member.membershipNo, {}, browser);
      expect(answer).toMatchObject({ httpStatus: 409, code: "documents_changed" });
    } finally {
      Object.assign(documentVersions, inForce);
    }
    expect(await world.textsTo(member.mobileNumber ?? "")).toEqual([]);
    expect(await signUpAs(world, member.membershipNo, {}, browser)).toMatchObject({ status: true });
  },
);

test("S041 what is agreed to is the texts of the form, also when newer ones are issued before the code", async () => {
  const member = await world.makeMember({ hasAccount: false });
  const browser = newBrowser();
  const sent = await startSignUp(world, member.membershipNo, {}, browser);
  const pin = await world.codeFor(member);
  const shown = { ...documentVersions };
  try {
    Object.assign(documentVersions, { privacy: "2099-01-01", terms: "2099-01-01" });
    expect(await enterCode(world, sent, pin, browser)).toMatchObject({ status: true });
  } finally {
    Object.assign(documentVersions, shown);
  }
  const consents = await world.app.db
    .selectFrom("consent")
    .select(["document", "version"])
    .where("member_id", "=", member.id)
    .orderBy("document")
    .execute();
  expect(consents).toEqual([
    { document: "privacy", version: shown.privacy },
    { document: "terms", version: shown.terms },
  ]);
});
