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

/** As many as one answer has. */
const PAGE = 100;
// The keys of an object literal.
const KINDS = Object.keys(notificationTexts) as NotificationKind[];
const pages = Array.from({ length: Math.ceil(KINDS.length / PAGE) }, (_, page) =>
  KINDS.slice(page * PAGE, (page + 1) * PAGE),
);

/** What stands for each figure of a text: its name, in signs that no text has. */
const figuresOf = (kind: NotificationKind): Record<string, string> =>
  Object.fromEntries(
    Array.from(notificationTexts[kind].en.matchAll(/\{(\w+)\}/g), ([, name = ""]) => [
      name,
      `<${name}>`,
    ]),
  );

const figuresIn = (message: string): string[] =>
  [...new Set(message.match(/<\w+>|[{}]/g))].toSorted();

test.each(pages)(
  "T16 S119 every kind has a text in both languages with the same figures: from %s on",
  async (...kinds) => {
    await asAdmin(world.database.ownerUrl, (owner) => owner.query("delete from notification"));
    for (const kind of kinds) {
      const now = { memberId: own.id, kind, params: figuresOf(kind), at: world.app.now() };
      await transact(world.app.db, (tx) => notify(tx, now));
    }
    const [english, filipino] = [await list(), await list({ "accept-language": "fil" })];
    expect(Object.keys(english)).toHaveLength(kinds.length);
    const wanted = kinds.map((kind) => Object.values(figuresOf(kind)).toSorted());
    const said = Object.values(english).map(({ message }) => figuresIn(message));
    expect(said.toSorted(byText)).toEqual(wanted.toSorted(byText));
    for (const [id, { message }] of Object.entries(english)) {
      const other = filipino[id]?.message ?? "";
      expect(other).not.toBe(message);
      expect(figuresIn(other)).toEqual(figuresIn(message));
    }
  },
);

const byText = (a: string[], b: string[]): number => a.join().localeCompare(b.join());

test("S119 no text has a place for a code, a password, a card's number or what a member has", () => {
  const places = Object.values(notificationTexts).flatMap(({ en, fil }) =>
    [...`${en} ${fil}`.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
  );
  expect(places.length).toBeGreaterThan(20);
  const secret = /otp|pin|cvv|password|balance|code|cardNumber|accountNo/i;
  expect(places.filter((name) => secret.test(name))).toEqual([]);
});
