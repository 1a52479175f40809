import { afterAll, beforeAll, expect, test } from "vitest";
import { getNotifications, type Notification, readNotifications } from "#contract/notifications.ts";
import { getDashboard } from "#contract/members.ts";
import { transact } from "#server/db/db.ts";
import type { Browser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { notify } from "./notify.ts";
import {
  type NotificationKind,
  notificationTexts,
} from "#server/platform/messages/notices/texts.ts";

let world: World;
let own: TestMember;
let other: TestMember;
let browser: Browser;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  own = await world.makeMember();
  other = await world.makeMember();
  browser = await world.signIn(own);
});
afterAll(() => world.close());

/** Transfers credited to a member, numbered from the oldest on, a minute apart. */
async function tell(member: TestMember, count: number): Promise<void> {
  await asAdmin(world.database.ownerUrl, (owner) => owner.query("delete from notification"));
  for (let number = 1; number <= count; number++) {
    const at = new Date(world.app.now().getTime() + number * 60_000);
    const params = { amount: `₱${number}.00`, refNo: `OT-${number}` };
    await transact(world.app.db, (tx) =>
      notify(tx, { memberId: member.id, kind: "transfer_credited", params, at }),
    );
  }
}

async function list(headers: Record<string, string> = {}): Promise<Record<string, Notification>> {
  const input = { params: { guid: own.guid } };
  const answer = await world.call(getNotifications, input, browser, { headers });
  if (!answer.status) throw new Error(answer.message);
  return answer.results;
}

async function mark(ids: string[]): Promise<void> {
  const input = { params: { guid: own.guid }, body: { notification_ids: ids } };
  expect(await world.call(readNotifications, input, browser)).toMatchObject({ status: true });
}

async function unread(): Promise<number> {
  const answer = await world.call(getDashboard, { params: { guid: own.guid } }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result.unreadNotifications;
}

test("T16 T17 W07 S01 S03 the results are an object keyed by id: the newest hundred, in the words of the language; read with them is what is older", async () => {
  await tell(own, 103);
  const raw = await world.callRaw(getNotifications, { params: { guid: own.guid } }, browser);
  expect(Array.isArray(raw.body["results"])).toBe(false);

  const found = await list();
  const all = Object.entries(found);
  expect(all).toHaveLength(100);
  expect(all.every(([key, { id }]) => key === id)).toBe(true);
  const newest = all.map(([, one]) => one).toSorted((a, b) => (a.date < b.date ? 1 : -1));
  expect(newest[0]).toMatchObject({
    message: "₱103.00 is now on your card. Ref. OT-103.",
    read: 0,
  });
  expect(newest.at(-1)).toMatchObject({ message: "₱4.00 is now on your card. Ref. OT-4." });

  const filipino = await list({ "accept-language": "fil" });
  expect(filipino[newest[0]?.id ?? ""]?.message).toBe(
    "Nasa card na ninyo ang ₱103.00. Ref. OT-103.",
  );

  await mark(["999999999999"]);
  expect(await unread()).toBe(103);
  await mark([newest[0]?.id ?? ""]);
  expect(await unread()).toBe(99);
  await mark(all.map(([id]) => id));
  expect(await unread()).toBe(0);
});

test("T16 S03 without any the results are an empty object", async () => {
  await tell(own, 0);
  const { body } = await world.callRaw(getNotifications, { params: { guid: own.guid } }, browser);
  expect(body["results"]).toEqual({});
});

test("T16 S119 a member hears of nothing that is another's", async () => {
  await tell(other, 3);
  expect(await list()).toEqual({});
});

test("T17 what is marked is read from then on, for good; the rest is not", async () => {
  await tell(own, 3);
  const [oldest = "", middle = ""] = Object.keys(await list()).toSorted(
    (a, b) => Number(a) - Number(b),
  );
  expect(await unread()).toBe(3);
  await mark([oldest, "999999999999"]);
  expect(await unread()).toBe(2);
  const readAt = () =>
    world.app.db
      .selectFrom("notification")
      .select("read_at")
      .where("id", "=", BigInt(oldest))
      .executeTakeFirstOrThrow();
  const first = await readAt();
  world.passSeconds(60);
  await mark([oldest, middle]);
  await mark([]);
  expect(await readAt()).toEqual(first);
  const marks = Object.values(await list()).map(({ id, read }) => [id, read]);
  expect(new Map(marks.map(([id, read]) => [String(id), read]))).toEqual(
    new Map(Object.keys(await list()).map((id) => [id, [oldest, middle].includes(id) ? 1 : 0])),
  );
});

test("T16 S119 every kind has a text in both languages with the same figures", async () => {
  await asAdmin(world.database.ownerUrl, (owner) => owner.query("delete from notification"));
  const date = "Jan 5, 2027";
  const transfer = { amount: "₱1.00", refNo: "OT-1", from: "Savings Deposit", account: "0001" };
  const use = { merchant: "SM Cubao", limit: "PHP 30,000.00", moment: "Jan 5, 2027, 3:07 PM" };
  const life = {
    fee: "₱150.00",
    office: "Baguio",
    reason: "Other",
    days: "60",
    lastFour: "1234",
    returned: " Back.",
  };
  const cases = { caseNo: "TC261121-0000000001", answer: "It has come back." };
  const rail = { bank: "BDO Unibank, Inc.", total: "₱11.00", loan: "Salary Loan" };
  const params = { ...transfer, ...use, ...life, ...cases, ...rail, date };
  // Complete by its type: a new kind is asked for here.
  const every: Record<NotificationKind, true> = {
    welcome: true,
    new_device: true,
    failed_sign_ins: true,
    password_changed: true,
    username_changed: true,
    access_closed: true,
    card_locked_by_staff: true,
    transfer_accepted: true,
    transfer_credited: true,
    transfer_returned: true,
    transfer_late: true,
    card_transfer_late: true,
    transfer_out_late: true,
    case_opened: true,
    case_answered: true,
    case_resolved: true,
    suspension_warned: true,
    cancellation_warned: true,
    card_lock_lifted: true,
    card_deactivated: true,
    card_reactivated: true,
    card_unsuspended: true,
    card_handed_over: true,
    access_reopened: true,
    mobile_changed: true,
    email_changed: true,
    adjustment_in: true,
    adjustment_out: true,
    funds_held: true,
    funds_released: true,
    pin_changed: true,
    pin_not_changed: true,
    cvv_changed: true,
    card_suspended: true,
    withdrawal_limit_set: true,
    limit_raise_asked: true,
    card_transfer_out: true,
    card_transfer_credited: true,
    card_transfer_returned: true,
    card_transfer_in: true,
    limit_raise_dropped: true,
    purchase_texts_set: true,
    purchase_texts_every: true,
    purchase_texts_off: true,
    card_purchase: true,
    card_withdrawal: true,
    card_declined_funds: true,
    card_declined_locked: true,
    card_declined_admin_locked: true,
    card_declined_suspended: true,
    card_declined_deactivated: true,
    card_declined_expired: true,
    card_declined_limit: true,
    card_declined_pin: true,
    card_declined_cvv: true,
    card_declined: true,
    card_requested: true,
    card_requested_for_fee: true,
    card_approved: true,
    card_waits: true,
    card_rejected: true,
    card_rejected_details: true,
    card_not_produced: true,
    card_not_produced_fee_back: true,
    card_lost_on_its_way: true,
    card_lost_on_its_way_fee_back: true,
    card_replacement_open: true,
    card_withdrawn: true,
    card_withdrawn_fee_back: true,
    card_pickup_reminder: true,
    card_unclaimed: true,
    card_activated: true,
    card_activated_late: true,
    card_activation_failed: true,
    card_suspension_over: true,
    card_expired: true,
    transfer_out: true,
    transfer_out_credited: true,
    transfer_out_held: true,
    transfer_out_returned: true,
    transfer_out_unanswered: true,
    transfer_out_not_sent: true,
    transfer_out_moved_expected: true,
    transfer_out_moved: true,
    loan_submitted: true,
    loan_for_verification: true,
    loan_for_documents: true,
    loan_for_approval: true,
    loan_offer_ready: true,
    loan_accepted: true,
    loan_released: true,
    loan_rejected: true,
    loan_withdrawn: true,
    loan_lapsed: true,
    loan_payment_taken: true,
    loan_past_due: true,
    loan_current_again: true,
    loan_fully_paid: true,
  };
  // The keys of an object literal.
  const kinds = Object.keys(every) as NotificationKind[];
  for (const kind of kinds) {
    const at = world.app.now();
    await transact(world.app.db, (tx) => notify(tx, { memberId: own.id, kind, params, at }));
  }
  const [english, filipino] = [await list(), await list({ "accept-language": "fil" })];
  expect(Object.keys(english)).toHaveLength(kinds.length);
  for (const [id, { message }] of Object.entries(english)) {
    const other = filipino[id]?.message ?? "";
    expect(other).not.toBe(message);
    expect(message).not.toMatch(/[{}]/);
    for (const figure of Object.values(params)) {
      expect(other.includes(figure)).toBe(message.includes(figure));
    }
  }
});

test("S119 no text has a place for a code, a password, a card's number or what a member has", () => {
  const places = Object.values(notificationTexts).flatMap(({ en, fil }) =>
    [...`${en} ${fil}`.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
  );
  expect(places.length).toBeGreaterThan(20);
  const secret = /otp|pin|cvv|password|balance|code|cardNumber|accountNo/i;
  expect(places.filter((name) => secret.test(name))).toEqual([]);
});
