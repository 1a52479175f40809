import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  getNoticeChoices,
  NOTICE_GROUPS,
  type NoticeChange,
  setNoticeChoices,
} from "#contract/noticeChoices.ts";
import { TRANSFER_KINDS, TRANSFER_KIND_NAMES } from "#contract/transferKinds.ts";
import { transact } from "#server/db/db.ts";
import { noticeTexts, type NoticePurpose } from "#server/platform/messages/noticeTexts.ts";
import { notificationTexts } from "#server/platform/messages/notices/texts.ts";
import type { Browser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { goesByText, groupOf, isWarning, ruleOf } from "./noticeGroups.ts";
import { type MemberNotice, tellMember } from "./tellMember.ts";

let world: World;
let member: TestMember;
let browser: Browser;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
beforeEach(async () => {
  member = await world.makeMember({ savings: 1_000_00n });
  browser = await world.signIn(member);
});
afterAll(() => world.close());

const params = () => ({ guid: member.guid });
const choose = (...changes: NoticeChange[]) =>
  world.call(setNoticeChoices, { params: params(), body: { changes } }, browser);
const off = (group: NoticeChange["group"]) =>
  ({ group, channel: "text", position: "off" }) as const;
const on = (group: NoticeChange["group"]) => ({ group, channel: "text", position: "on" }) as const;
const texts = () => world.textsTo(member.mobileNumber ?? "");

async function look() {
  const answer = await world.call(getNoticeChoices, { params: params() }, browser);
  if (!answer.status) throw new Error(answer.message);
  const byText = answer.result.groups.map(({ group, text }) => [group, text.isOn] as const);
  return { ...answer.result, texts: Object.fromEntries(byText) };
}

const tell = (notice: MemberNotice, values: Record<string, string> = {}) =>
  transact(world.app.db, (tx) =>
    tellMember(tx, world.app, { memberId: member.id, notice, values }),
  );

const toldInPortal = async () =>
  (
    await world.app.db
      .selectFrom("notification")
      .select("kind")
      .where("member_id", "=", member.id)
      .orderBy("id")
      .execute()
  ).map(({ kind }) => kind);

const MONEY = { pesos: "PHP 5.00", sender: "ANA", account: "1234", refNo: "RF-1" };

test("S336 who chose nothing has texts of everything, as ever, and sees which cannot be switched off", async () => {
  const { groups, mobileNumber, emailAddress, texts: isOn } = await look();
  expect(Object.values(isOn)).toEqual(NOTICE_GROUPS.map(() => true));
  expect(groups.map(({ group, text }) => [group, text.rule])).toEqual([
    ["security", "always"],
    ["money_out", "warnings"],
    ["money_in", "chosen"],
    ["card_use", "by_amount"],
    ["loans", "warnings"],
    ["schedules", "warnings"],
    ["account", "chosen"],
  ]);
  expect(groups.every(({ email }) => email.rule === "chosen" && !email.isOn)).toBe(true);
  expect(mobileNumber).toMatch(/^\+63\*{6}\d{4}$/);
  expect(emailAddress).toBe("");
});

test("S336 what is switched off comes no more by text and still stands in the portal; on again, it comes", async () => {
  expect(await choose(off("money_in"))).toMatchObject({ status: true });
  expect((await look()).texts).toMatchObject({ money_in: false, loans: true });
  await tell("money_in_account", MONEY);
  expect((await texts()).filter((text) => text.includes("PHP 5.00"))).toEqual([]);
  expect(await toldInPortal()).toContain("money_in_account");
  expect(await choose(on("money_in"))).toMatchObject({ status: true });
  await tell("money_in_account", MONEY);
  expect((await texts()).filter((text) => text.includes("PHP 5.00"))).toHaveLength(1);
});

test("S337 no choice silences a warning: what asks whether it was the member always goes by text", async () => {
  await choose(off("money_out"), off("schedules"), off("loans"), off("account"), off("money_in"));
  const before = (await texts()).length;
  const spoken = { ...MONEY, when: "now", total: "1", device: "a browser" };
  for (const notice of ["transfer_out", "schedule_made", "loan_accepted", "new_device"] as const)
    await tell(notice, spoken);
  expect((await texts()).length).toBe(before + 4);
  await tell("transfer_out_credited", MONEY);
  await tell("loan_past_due", MONEY);
  expect((await texts()).length).toBe(before + 4);
});

test("S337 texts of security, and of card purchases, are not switched off here: not by the call, not in the database", async () => {
  for (const group of ["security", "card_use"] as const) {
    expect(await choose(off(group))).toMatchObject({
      httpStatus: 422,
      code: "notice_choice_fixed",
    });
    await expect(
      world.app.db
        .insertInto("notice_choice")
        .values({
          member_id: member.id,
          notice_group: group,
          channel: "text",
          is_on: false,
          chosen_at: world.app.now(),
        })
        .execute(),
    ).rejects.toMatchObject({ constraint: "notice_choice_never_silences" });
  }
  // One that is not allowed among others: none of them counts.
  expect(await choose(off("loans"), off("security"))).toMatchObject({ httpStatus: 422 });
  expect((await look()).texts).toMatchObject({ loans: true, security: true });
});

test("S338 what is switched off is told by text, once for all of it, and stands in the record; the same again is no news", async () => {
  await choose(off("loans"), off("account"));
  await choose(off("loans"));
  const lessened = (await texts()).filter((text) => text.includes("switched off"));
  expect(lessened).toEqual([expect.stringMatching(/Not you\? Call .* at once\.$/)]);
  await choose(on("loans"));
  expect((await texts()).filter((text) => text.includes("switched off"))).toHaveLength(1);
  const recorded = await world.app.db
    .selectFrom("audit_event")
    .select("detail")
    .where("action", "=", "notice_choices_set")
    .where("actor", "=", member.guid)
    .orderBy("id")
    .execute();
  expect(recorded.map(({ detail }) => detail)).toEqual([
    { "loans text": "off", "account text": "off" },
    { "loans text": "on" },
  ]);
});

test("S338 beyond twenty changes a day nothing changes any more", async () => {
  for (let times = 0; times < 10; times += 1) {
    expect(await choose(off("loans"))).toMatchObject({ status: true });
    expect(await choose(on("loans"))).toMatchObject({ status: true });
  }
  expect(await choose(off("loans"))).toMatchObject({ httpStatus: 429 });
  expect((await look()).texts).toMatchObject({ loans: true });
});

test("S337 what no line of the groups names is security; every warning of the phone is always told", () => {
  expect(groupOf("what_comes_next")).toBe("security");
  for (const notice of Object.keys(noticeTexts) as NoticePurpose[]) {
    const always = isWarning(notice) || ruleOf(groupOf(notice), "text") === "always";
    expect([notice, goesByText(notice, false)]).toEqual([
      notice,
      always || groupOf(notice) === "card_use",
    ]);
  }
  const used = new Set(Object.keys(notificationTexts).map(groupOf));
  expect([...used].toSorted()).toEqual([...NOTICE_GROUPS].toSorted());
});

test.each(TRANSFER_KIND_NAMES)(
  "S336 what a transfer of kind %s tells is money that goes out",
  (kind) => {
    const { sent, credited, returned } = TRANSFER_KINDS[kind].notices;
    for (const notice of [sent, credited, ...returned]) expect(groupOf(notice)).toBe("money_out");
  },
);
