import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mobileTexts } from "#contract/people.ts";
import { getConfig } from "#contract/config.ts";
import { getCardDetails, getProfile } from "#contract/members.ts";
import { getNotifications } from "#contract/notifications.ts";
import { getFees } from "#contract/staff/operations.ts";
import { getTransferSetup } from "#contract/transferSetup.ts";
import { endTimedSwitches } from "#server/platform/settings/endTimedSwitches.ts";
import type { Browser } from "#test/support/browser.ts";
import type { MemberOptions, TestMember } from "#test/support/makeMember.ts";
import { makeStaff, type TestStaff } from "#test/support/makeStaff.ts";
import { readBankingDays } from "#server/platform/calendar/bankingDays.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, ask, type Draft, asked, decide, look, trail } from "#test/support/requestActs.ts";

let world: World;
let maker: TestStaff;
let checker: TestStaff;
let nobody: TestStaff;

beforeAll(async () => {
  world = await makeWorld();
  maker = await makeStaff(world, { role: "supervisor", officeId: null });
  checker = await makeStaff(world, { role: "supervisor", officeId: null });
  nobody = await makeStaff(world, { role: "auditor", officeId: null });
});
afterAll(() => world.close());

const newMember = (options: MemberOptions = {}) => world.makeMember({ officeId: 1n, ...options });

/** Makes and approves. */
async function done(request: Draft): Promise<string> {
  const requestId = await asked(maker, request);
  await approve(checker, requestId);
  return requestId;
}

async function profileOf(member: TestMember, browser: Browser) {
  const answer = await world.call(getProfile, { params: { guid: member.guid } }, browser);
  if (!answer.status) throw new Error(`profile: ${answer.code}`);
  return answer.result;
}

async function noticesOf(member: TestMember, browser: Browser): Promise<string[]> {
  const answer = await world.call(getNotifications, { params: { guid: member.guid } }, browser);
  return answer.status ? Object.values(answer.results).map(({ message }) => message) : [];
}

test("W16 S131 a card is deactivated for a cause and, unless it was stolen, activated again", async () => {
  const member = await newMember();
  const browser = await world.signIn(member);
  const of = { memberGuid: member.guid };
  await done({ kind: "deactivate_card", payload: { ...of, cause: "lost" } });
  expect(await profileOf(member, browser)).toMatchObject({ cardStatus: 2, card_balance: "0.00" });
  await done({ kind: "reactivate_card", payload: of });
  expect(await profileOf(member, browser)).toMatchObject({ cardStatus: 1 });
  expect(await noticesOf(member, browser)).toEqual(
    expect.arrayContaining([
      expect.stringContaining("active again"),
      expect.stringContaining("deactivated"),
    ]),
  );
  await done({ kind: "deactivate_card", payload: { ...of, cause: "stolen" } });
  expect(await ask(maker, { kind: "reactivate_card", payload: of })).toMatchObject({
    code: "request_does_not_apply",
  });
  expect(await ask(maker, { kind: "lift_admin_lock", payload: of })).toMatchObject({
    code: "request_does_not_apply",
  });
});

test("S131 a card that was suspended comes back suspended; of death and closing there is no way back", async () => {
  const member = await newMember({ card: { status: "suspended" } });
  const of = { memberGuid: member.guid };
  await done({ kind: "deactivate_card", payload: { ...of, cause: "other" } });
  await done({ kind: "reactivate_card", payload: of });
  const browser = await world.signIn(member);
  expect(await profileOf(member, browser)).toMatchObject({ cardStatus: 3 });
  await done({ kind: "deactivate_card", payload: { ...of, cause: "death" } });
  expect(await ask(maker, { kind: "reactivate_card", payload: of })).toMatchObject({
    code: "request_does_not_apply",
  });
});

test("S131 of a member who moved to another branch meanwhile the former branch decides nothing", async () => {
  const member = await newMember();
  // Somebody of the other branch, so that there is one.
  await newMember({ officeId: 2n });
  const of = { memberGuid: member.guid };
  const requestId = await asked(maker, {
    kind: "deactivate_card",
    payload: { ...of, cause: "lost" },
  });
  await world.app.db
    .updateTable("member")
    .set({ office_id: 2n })
    .where("guid", "=", member.guid)
    .execute();
  expect(await decide(checker, requestId)).toMatchObject({ code: "request_stale" });
  expect(await look(checker, requestId)).toMatchObject({ state: "stale" });
});

test("S133 a request names its member in one way, however the guid is written, and a look at it is kept", async () => {
  const member = await newMember();
  const payload = { memberGuid: member.guid.toUpperCase(), cause: "lost" };
  const requestId = await asked(maker, { kind: "deactivate_card", payload });
  expect(
    await ask(maker, { kind: "deactivate_card", payload: { ...payload, memberGuid: member.guid } }),
  ).toMatchObject({ code: "request_open_already" });
  await look(nobody, requestId);
  expect(await trail(world, `member:${member.guid}`)).toContain(
    `${nobody.username}: look_at_member`,
  );
});

test("S133 who does not see a member's number in the file does not see it in a request either", async () => {
  const member = await newMember();
  const mobileNumber = "+639178880009";
  const requestId = await asked(maker, {
    kind: "change_mobile",
    payload: { memberGuid: member.guid, mobileNumber },
  });
  expect(await look(nobody, requestId)).toMatchObject({ after: { mobileNumber: "+63******0009" } });
  expect(await look(checker, requestId)).toMatchObject({ after: { mobileNumber } });
});

test.each(["inactivity", "staff"] as const)(
  "S131 online access that was closed for %s opens again",
  async (accessClosedFor) => {
    const member = await newMember({ status: "suspended", accessClosedFor });
    await expect(world.signIn(member)).rejects.toThrow(/login/);
    await done({ kind: "reactivate_member", payload: { memberGuid: member.guid } });
    const browser = await world.signIn(member);
    expect(await profileOf(member, browser)).toMatchObject({ status: 1 });
  },
);

test("S131 a new mobile number: both numbers hear of it, and whoever was signed in is not any more", async () => {
  const member = await newMember();
  const browser = await world.signIn(member);
  const mobileNumber = "+639178880001";
  await done({ kind: "change_mobile", payload: { memberGuid: member.guid, mobileNumber } });
  const profile = await world.call(getProfile, { params: { guid: member.guid } }, browser);
  expect(profile).toMatchObject({ status: false, httpStatus: 401 });
  const [told] = await world.textsTo(member.mobileNumber ?? "");
  expect(told).toContain("mobile number of your account was changed");
  const [welcomed] = await world.textsTo(mobileNumber);
  expect(welcomed).toContain("now the mobile number of your account");
  const again = await world.signIn({ ...member, mobileNumber });
  expect(await profileOf(member, again)).toMatchObject({ mobileNumber });
});

test("S131 a new e-mail address: the member hears of it on the phone and goes on", async () => {
  const member = await newMember({ language: "fil" });
  const browser = await world.signIn(member);
  const emailAddress = "juana@example.test";
  await done({ kind: "change_email", payload: { memberGuid: member.guid, emailAddress } });
  expect(await profileOf(member, browser)).toMatchObject({ emailAddress });
  const [told] = await world.textsTo(member.mobileNumber ?? "");
  expect(told).toContain("napalitan sa aming office ang email address");
});

describe("S131 fees, limits and texts of the transfer forms", () => {
  async function settings(headers?: Record<string, string>) {
    const member = await newMember();
    const browser = await world.signIn(member);
    const answer = await world.call(getTransferSetup, {}, browser, { ...(headers && { headers }) });
    if (!answer.status) throw new Error(`setup: ${answer.code}`);
    return answer.result.otherDetails;
  }
  const fil = { "accept-language": "fil" };

  test("a fee is the same figure in every row that says it", async () => {
    const id = await done({
      kind: "transfer_setting",
      payload: { name: "instapayFee", amount: "15.5" },
    });
    expect(await settings()).toMatchObject({
      rawTransferToOtherBankInstaPayFee: "15.50",
      transferToOtherBankInstapayFee: "PHP 15.50 per transaction",
      rawTransferToOtherBankPesonetFee: "10.00",
    });
    expect(await settings(fil)).toMatchObject({
      transferToOtherBankInstapayFee: "PHP 15.50 bawat transaksyon",
    });
    expect(await look(nobody, id)).toMatchObject({
      before: { amount: "PHP 10.00" },
      after: { amount: "PHP 15.50" },
    });
    expect(await trail(world, "setting:instapayFee")).toEqual([
      `${checker.username}: transfer_setting`,
    ]);
  });

  test("what a card costs is decided by two and stands in the list of fees", async () => {
    const payload = { name: "personalizedCardFee", amount: "175.25" };
    const id = await done({ kind: "transfer_setting", payload });
    expect(await look(nobody, id)).toMatchObject({
      before: { amount: "PHP 150.00" },
      after: { amount: "PHP 175.25" },
    });
    const answer = await maker.call(getFees, {});
    expect(answer).toMatchObject({
      results: expect.arrayContaining([
        { name: "personalizedCardFee", amount: 175_25n },
        { name: "genericCardFee", amount: 0n },
        { name: "instapayTransactionLimit", amount: 50_000_00n },
        { name: "newPayeeByCodeLimit", amount: 25_000_00n },
      ]),
    });
    expect(await nobody.call(getFees, {})).toMatchObject({ code: "not_your_role" });
    const third = { ...payload, amount: "1.234" };
    expect(await ask(maker, { kind: "transfer_setting", payload: third })).toMatchObject({
      status: false,
      httpStatus: 422,
    });
  });

  test("a limit of a card type counts from then on", async () => {
    await done({
      kind: "transfer_setting",
      payload: { name: "blueMonthlyLoadLimit", amount: "250" },
    });
    expect(await settings()).toMatchObject({ loadLimitLeft: 250_00n });
  });

  test("a text is said in both languages", async () => {
    const payload = {
      name: "transferHolidayReminder",
      textEn: "Closed on Monday.",
      textFil: "Sarado sa Lunes.",
    };
    await done({ kind: "transfer_setting", payload });
    expect(await settings()).toMatchObject({ transferHolidayReminder: "Closed on Monday." });
    expect(await settings(fil)).toMatchObject({ transferHolidayReminder: "Sarado sa Lunes." });
  });
});

test("S131 a day is added to the calendar and taken back; the past is not rewritten", async () => {
  const day = {
    day: "2026-12-14",
    name: "Flood",
    type: "suspension",
    isBankingDay: false,
    isObserved: true,
  };
  const read = () =>
    world.app.db
      .selectFrom("holiday")
      .select(["name", "is_banking_day", "is_observed"])
      .where("day", "=", day.day)
      .executeTakeFirst();
  await done({ kind: "holiday", payload: { ...day, isNew: true } });
  expect(
    await ask(maker, { kind: "holiday", payload: { ...day, name: "Other", isNew: true } }),
  ).toMatchObject({ code: "holiday_exists", errors: [{ param: "payload.day" }] });
  expect(await read()).toEqual({ name: "Flood", is_banking_day: false, is_observed: true });
  await done({ kind: "holiday", payload: { ...day, closedFrom: "12:00" } });
  expect((await readBankingDays(world.app.db)).closedFrom(day.day)).toBe("12:00:00");
  for (const closedFrom of ["24:00", "noon"]) {
    expect(await ask(maker, { kind: "holiday", payload: { ...day, closedFrom } })).toMatchObject({
      errors: [{ param: "payload.closedFrom" }],
    });
  }
  const holiday = { ...day, type: "regular", closedFrom: "12:00" };
  expect(await ask(maker, { kind: "holiday", payload: holiday })).toMatchObject({ status: false });
  await done({ kind: "holiday", payload: { ...day, isObserved: false } });
  expect(await read()).toMatchObject({ is_observed: false });
  expect(
    await ask(maker, { kind: "holiday", payload: { ...day, day: "2026-11-20" } }),
  ).toMatchObject({ code: "holiday_past", errors: [{ param: "payload.day" }] });
});

describe("S131 switches", () => {
  const endsAt = () => new Date(world.app.now().getTime() + 60_000).toISOString();
  const config = async () => {
    const answer = await world.call(getConfig, {});
    if (!answer.status) throw new Error("config");
    return answer.result;
  };

  test("a feature goes off with a text, and comes back at its time", async () => {
    const until = endsAt();
    await done({
      kind: "feature_flag",
      payload: {
        name: "cardSettings",
        state: "disabled",
        textEn: "Being improved",
        textFil: "Inaayos",
        endsAt: until,
      },
    });
    expect(await config()).toMatchObject({
      features: { cardSettings: "disabled", transferFunds: "on" },
      featureNotices: { cardSettings: { en: "Being improved", fil: "Inaayos", until } },
    });
    await endTimedSwitches(world.app);
    expect((await config()).features.cardSettings).toBe("disabled");
    world.passSeconds(61);
    await endTimedSwitches(world.app);
    const later = await config();
    expect(later.features.cardSettings).toBe("on");
    expect(later.featureNotices).toBeUndefined();
    expect(await trail(world, "feature:cardSettings")).toEqual([
      `${checker.username}: feature_flag`,
      "endTimedSwitches: switched_back",
    ]);
  });

  test("what is shown switched off says why, in both languages", async () => {
    const payload = { name: "cardSettings", state: "disabled", textEn: "Being improved" };
    expect(await ask(maker, { kind: "feature_flag", payload })).toMatchObject({
      errors: [{ param: "payload.textFil" }],
    });
    const blank = { ...payload, textEn: " ", textFil: "Inaayos" };
    expect(await ask(maker, { kind: "feature_flag", payload: blank })).toMatchObject({
      errors: [{ param: "payload.textEn" }],
    });
  });

  test("what is switched off is refused by the server, too", async () => {
    const member = await newMember();
    const browser = await world.signIn(member);
    const params = { guid: member.guid };
    const isRead = async () => (await world.call(getCardDetails, { params }, browser)).status;
    const flag = (state: string) =>
      done({ kind: "feature_flag", payload: { name: "cardSettings", state } });
    expect(await isRead()).toBe(true);
    await flag("hidden");
    await expect.poll(isRead).toBe(false);
    const refused = await world.call(getCardDetails, { params }, browser);
    expect(refused).toMatchObject({ httpStatus: 503, code: "unavailable" });
    await flag("on");
    await expect.poll(isRead).toBe(true);
  });

  test("maintenance is told to members in their language, and ends at its time", async () => {
    const member = await newMember();
    const browser = await world.signIn(member);
    const maintenance = async (language: string) => {
      const params = { guid: member.guid };
      const headers = { "accept-language": language };
      const answer = await world.call(getProfile, { params }, browser, { headers });
      return answer.status && answer.result.card_application_maintenance.perso;
    };
    await done({
      kind: "maintenance_flag",
      payload: {
        kind: "perso",
        isOn: true,
        textEn: "Back soon",
        textFil: "Babalik agad",
        endsAt: endsAt(),
      },
    });
    expect(await maintenance("en")).toEqual({ value: 1, text: "Back soon" });
    expect(await maintenance("fil")).toEqual({ value: 1, text: "Babalik agad" });
    world.passSeconds(61);
    await endTimedSwitches(world.app);
    expect(await maintenance("en")).toEqual({ value: 0, text: "" });
  });

  test("a time that has passed is none", async () => {
    const payload = {
      kind: "generic",
      isOn: true,
      textEn: "x",
      textFil: "x",
      endsAt: "2026-01-01T00:00:00Z",
    };
    expect(await ask(maker, { kind: "maintenance_flag", payload })).toMatchObject({
      code: "request_does_not_apply",
    });
  });
});

test("S159 a mobile number of the whole numbering plan is taken as it was written, and none else is", async () => {
  const member = await newMember();
  const payload = (mobileNumber: string) => ({ memberGuid: member.guid, mobileNumber });
  for (const [written, msg] of [
    ["(02) 8888-1234", mobileTexts.landline.en],
    ["0917 888 0001 / 0918 111 2222", mobileTexts.two_numbers.en],
    ["9.17556E+09", mobileTexts.spreadsheet.en],
    ["0811 123 4567", mobileTexts.not_mobile.en],
  ] as const) {
    expect(await ask(maker, { kind: "change_mobile", payload: payload(written) })).toMatchObject({
      httpStatus: 422,
      errors: [{ param: "payload.mobileNumber", msg }],
    });
  }
  await done({
    kind: "change_mobile",
    payload: payload("\u202atel:+63(0)895 123\u20114567\u202c"),
  });
  const again = await world.signIn({ ...member, mobileNumber: "+638951234567" });
  expect(await profileOf(member, again)).toMatchObject({ mobileNumber: "+638951234567" });
});
