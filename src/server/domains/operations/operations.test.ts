import { afterAll, beforeAll, expect, test } from "vitest";
import { templateProblems } from "#common/templateText.ts";
import { byFeature } from "#contract/features.ts";
import {
  editBank,
  editOffice,
  getCalendar,
  getMessageTemplates,
  getStaffBanks,
  getStaffOffices,
  getSwitches,
  getTemplateVersions,
} from "#contract/staff/operations.ts";
import { getTransferSetup } from "#contract/transferSetup.ts";
import { otpText } from "#server/platform/messages/codeTexts.ts";
import { makeStaff, type TestStaff } from "#test/support/makeStaff.ts";
import { approve, ask, asked } from "#test/support/requestActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let admin: TestStaff;
let teller: TestStaff;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  admin = await makeStaff(world, { role: "administrator" });
  teller = await makeStaff(world, { role: "teller" });
});
afterAll(() => world.close());

const newestEvent = (action: string) =>
  world.app.db
    .selectFrom("audit_event")
    .select(["actor", "object", "detail"])
    .where("action", "=", action)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

test("an office is changed by an administrator alone, and what changed is on record", async () => {
  const list = await teller.call(getStaffOffices, {});
  if (!list.status) throw new Error(list.message);
  const [first] = list.results;
  if (first === undefined) throw new Error("there is no office");
  const { id, ...office } = first;
  const body = { ...office, branchName: "New Name", isActive: false };
  const params = { officeId: id };
  expect(await teller.call(editOffice, { params, body })).toMatchObject({ code: "not_your_role" });
  expect(await admin.call(editOffice, { params, body })).toMatchObject({ status: true });
  const after = await teller.call(getStaffOffices, {});
  expect(after).toMatchObject({
    results: expect.arrayContaining([expect.objectContaining({ branchName: "New Name" })]),
  });
  expect(await newestEvent("edit_office")).toEqual({
    actor: admin.username,
    object: `office:${id}`,
    detail: {
      branch_name: "New Name",
      branch_name_before: office.branchName,
      is_active: false,
      is_active_before: "true",
    },
  });
  expect(await admin.call(editOffice, { params: { officeId: "999" }, body })).toMatchObject({
    httpStatus: 404,
  });
});

test("a bank that is switched off is gone from the members' list at once; a rail needs an address", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const offered = async () => {
    const answer = await world.call(getTransferSetup, { params: { guid: member.guid } }, browser);
    if (!answer.status) throw new Error(answer.message);
    return answer.result.instapayBankList.map(({ bankName }) => bankName);
  };
  const list = await admin.call(getStaffBanks, {});
  if (!list.status) throw new Error(list.message);
  const bdo = list.results.find(({ code }) => code === "BDO");
  const oneRail = list.results.find(({ pesonetBic }) => pesonetBic === null);
  if (!bdo || !oneRail) throw new Error("the bank list lacks a bank");
  expect(await offered()).toContain(bdo.bankName);
  const edit = (bank: typeof bdo, change: Partial<typeof bdo>) => {
    const { bankName, takesInstapay, takesPesonet, isActive } = { ...bank, ...change };
    const body = { bankName, takesInstapay, takesPesonet, isActive };
    return admin.call(editBank, { params: { bankId: bank.id }, body });
  };
  expect(await edit(bdo, { isActive: false })).toMatchObject({ status: true });
  expect(await offered()).not.toContain(bdo.bankName);
  expect(await edit(bdo, {})).toMatchObject({ status: true });
  expect(await offered()).toContain(bdo.bankName);
  expect(await edit(oneRail, { takesPesonet: true })).toMatchObject({
    code: "bank_without_bic",
    errors: [{ param: "takesPesonet" }],
  });
});

test("S104 the calendar of a year says what today is; a suspension counts at once", async () => {
  world.setTime(new Date("2026-11-24T03:00:00Z"));
  const clerk = await makeStaff(world, { role: "teller" });
  const read = async () => {
    const answer = await clerk.call(getCalendar, { query: { year: "2026" } });
    if (!answer.status) throw new Error(answer.message);
    return answer.result;
  };
  const before = await read();
  expect(before).toMatchObject({
    today: "2026-11-24",
    isBankingDay: true,
    nextBankingDay: "2026-11-25",
    pesonet: { day: "2026-11-24", no: 2, creditBy: "18:00" },
  });
  expect(before.days.find(({ day }) => day === "2026-11-30")).toMatchObject({
    name: "Bonifacio Day",
    isBankingDay: false,
  });
  await world.app.db
    .insertInto("holiday")
    .values({ day: "2026-11-24", name: "Typhoon", type: "suspension", is_banking_day: false })
    .execute();
  expect(await read()).toMatchObject({
    isBankingDay: false,
    pesonet: { day: "2026-11-25", no: 1, creditBy: "14:00" },
  });
});

test("the switches are told as members see them", async () => {
  const supervisor = await makeStaff(world, { role: "supervisor" });
  const answer = await supervisor.call(getSwitches, {});
  if (!answer.status) throw new Error(answer.message);
  const states = answer.result.features.map(({ name, state }) => [name, state]);
  expect(Object.fromEntries(states)).toEqual(byFeature(() => "on"));
  expect(answer.result.maintenance).toHaveLength(2);
  const clerk = await makeStaff(world, { role: "teller" });
  expect(await clerk.call(getSwitches, {})).toMatchObject({ code: "not_your_role" });
});

test("S051 texts come with the rules that each wording must keep, and every shipped one keeps them", async () => {
  const supervisor = await makeStaff(world, { role: "supervisor" });
  const answer = await supervisor.call(getMessageTemplates, {});
  if (!answer.status) throw new Error(answer.message);
  expect(answer.results.length).toBeGreaterThan(20);
  for (const { textEn, textFil, rulesEn, rulesFil, version } of answer.results) {
    expect(version).toBe(0);
    expect(templateProblems(textEn, rulesEn)).toEqual([]);
    expect(templateProblems(textFil, rulesFil)).toEqual([]);
  }
  const transfer = answer.results.find(
    ({ channel, name }) => channel === "code" && name === "transfer",
  );
  expect(transfer?.rulesEn).toMatchObject({
    placeholders: ["code", "amount", "payee"],
    begins: "{code} ",
    ends: " Never share it.",
  });
});

test("S051 an approved wording is what members get from then on; older ones stay in the list", async () => {
  const maker = await makeStaff(world, { role: "administrator" });
  const checker = await makeStaff(world, { role: "supervisor", officeId: null });
  const payload = {
    channel: "code",
    name: "login",
    textEn: "{code} is your sign-in code. Never share it.",
    textFil: "{code} ang code ninyo. Huwag itong ibigay kaninuman.",
  };
  const code = () => otpText(world.app.db, "123456", { purpose: "login" }, "en");
  const shipped = await code();
  const requestId = await asked(maker, { kind: "message_template", payload });
  expect(await code()).toBe(shipped);
  await approve(checker, requestId);
  expect(await code()).toBe("123456 is your sign-in code. Never share it.");

  const params = { channel: "code", name: "login" } as const;
  const versions = await checker.call(getTemplateVersions, { params });
  if (!versions.status) throw new Error(versions.message);
  expect(
    versions.results.map(({ version, wordedBy, approvedBy }) => [version, wordedBy, approvedBy]),
  ).toEqual([
    [1, maker.username, checker.username],
    [0, "", ""],
  ]);
  const none = { channel: "code", name: "nothing" } as const;
  expect(await checker.call(getTemplateVersions, { params: none })).toMatchObject({
    httpStatus: 404,
  });
});

test.each([
  ["without the code first", "Your code is {code}. Never share it."],
  ["without the warning", "{code} is your code."],
  ["with a placeholder of another text", "{code} for {amount}. Never share it."],
  ["with a link", "{code}: sign in at bank.com. Never share it."],
])("S051 a wording %s is not taken", async (_what, textEn) => {
  const maker = await makeStaff(world, { role: "administrator" });
  const payload = {
    channel: "code",
    name: "signup",
    textEn,
    textFil: "{code} ang code ninyo. Huwag itong ibigay kaninuman.",
  };
  expect(await ask(maker, { kind: "message_template", payload })).toMatchObject({
    code: "template_not_usable",
  });
});
