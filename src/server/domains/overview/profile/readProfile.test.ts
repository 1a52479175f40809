import { afterAll, beforeAll, expect, test } from "vitest";
import { getProfile, type Profile } from "#contract/members.ts";
import type { Browser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

async function profileOf(member: TestMember, browser: Browser, language = "en"): Promise<Profile> {
  const headers = { "accept-language": language };
  const params = { guid: member.guid };
  const answer = await world.call(getProfile, { params }, browser, { headers });
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

test("T08 W01 W03 the profile tells what the association knows, and no whole card number", async () => {
  const member = await world.makeMember({ card: { balance: 1_234_56n, cardType: "gold" } });
  const office = await world.app.db
    .insertInto("office")
    .values({
      id: 901n,
      branch_name: "Camp Crame",
      line_1: "EDSA",
      barangay: "Bagong Lipunan",
      municipality_city: "Quezon City",
      state_province: "Metro Manila",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await world.app.db
    .updateTable("member")
    .set({
      office_id: office.id,
      middle_name: "Santos",
      qualifier: "Jr.",
      email_address: "juana@example.com",
      gender: "f",
      kyc_status: 1,
      line_1: "12 Mabini St",
      barangay: "Poblacion",
      municipality_city: "Makati",
      state_province: "Metro Manila",
    })
    .where("id", "=", member.id)
    .execute();
  await world.app.db
    .updateTable("card")
    .set({ last_four: "4821", serial_no: "K-77" })
    .where("member_id", "=", member.id)
    .execute();

  const browser = await world.signIn(member);
  const profile = await profileOf(member, browser);
  expect(profile).toMatchObject({
    accountNo: member.cardAccountNo,
    firstName: "Juana",
    middleName: "Santos",
    qualifier: "Jr.",
    username: member.username,
    mobileNumber: member.mobileNumber,
    emailAddress: "juana@example.com",
    gender: "f",
    status: 1,
    statusLabel: "Active",
    serialNo: "K-77",
    cardStatus: 1,
    persoCardStatus: 0,
    cardType: 2,
    memberLocked: 0,
    adminLocked: 0,
    KYCStatus: 1,
    branchName: "Camp Crame",
    line1: "12 Mabini St",
    barangay: "Poblacion",
    municipalityCity: "Makati",
    stateProvince: "Metro Manila",
    card_number: "XXXX XXXX XXXX 4821",
    card_balance: "1234.56",
    card_application_maintenance: { generic: { value: 0 }, perso: { value: 0 } },
    isPasswordAged: "",
  });
  expect(profile.membershipNo).toMatch(/^\d{16}$/);
  expect((await profileOf(member, browser, "fil")).statusLabel).toBe("Aktibo");
});

test("T08 W03 a member without a card has the default of every field of it", async () => {
  const member = await world.makeMember({ card: null });
  expect(await profileOf(member, await world.signIn(member))).toMatchObject({
    accountNo: "",
    cardStatus: 0,
    persoCardStatus: 0,
    card_number: "XXXX XXXX XXXX XXXX",
    card_balance: "0.00",
  });
});

test.each(["memberLocked", "adminLocked"] as const)(
  "T08 M02 under %s the profile does not tell the card's balance",
  async (lock) => {
    const member = await world.makeMember({ card: { balance: 900_00n, [lock]: true } });
    expect(await profileOf(member, await world.signIn(member))).toMatchObject({
      [lock]: 1,
      card_balance: "0.00",
    });
  },
);

test("T08 W01 what staff say about card applications reaches the profile", async () => {
  const member = await world.makeMember({});
  const browser = await world.signIn(member);
  const setTo = (is_on: boolean, text: string) =>
    world.app.db
      .updateTable("card_maintenance")
      .set({ is_on, text })
      .where("kind", "=", "perso")
      .execute();
  await setTo(true, "Under maintenance until 6:00 PM");
  expect((await profileOf(member, browser)).card_application_maintenance).toEqual({
    generic: { value: 0, text: "" },
    perso: { value: 1, text: "Under maintenance until 6:00 PM" },
  });
  await setTo(false, "");
});
