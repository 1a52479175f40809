import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { login, logout, verifyOtp } from "#contract/auth.ts";
import { type Activity, ACTIVITY_PAGE, getActivity } from "#contract/activity.ts";
import {
  lockCard,
  setPurchaseTexts,
  setWithdrawalLimit,
  unlockCard,
} from "#contract/cardSettings.ts";
import { lockMoney } from "#contract/moneyLock.ts";
import { setOwnLimit } from "#contract/ownLimits.ts";
import { getSafety } from "#contract/safety.ts";
import { forgotPassword, setPassword, updatePassword } from "#contract/signUp.ts";
import { closeMemberAccess, freezeMember, lockMemberCard } from "#contract/staff/memberActions.ts";
import { cleanUp } from "#server/entry/cleanUp.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import type { MemberOptions, TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, asked } from "#test/support/requestActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db.deleteFrom("throttle").execute();
});

const PHONE = "Mozilla/5.0 (Linux; Android 10; K) Chrome/131.0.0.0 Mobile Safari/537.36";

async function enter(options: MemberOptions = {}) {
  const member = await world.makeMember(options);
  const browser = await world.signIn(member, { ...newBrowser(), userAgent: PHONE });
  return { member, browser };
}

const own = (member: TestMember) => ({ params: { guid: member.guid } });

async function pageOf(member: TestMember, browser: Browser, before?: string) {
  const query = before === undefined ? {} : { before };
  const answer = await world.call(getActivity, { ...own(member), query }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

const kindsOf = async (member: TestMember, browser: Browser) =>
  (await pageOf(member, browser)).rows.map(({ kind, about }) => `${kind} ${about}`.trim());

const wrong = (member: TestMember, browser: Browser) =>
  world.call(login, { body: { username: member.username, password: "a wrong one" } }, browser);

test("S225 a sign-in from a new device is told with its code, browser and network", async () => {
  const { member, browser } = await enter();
  const { rows, hasMore } = await pageOf(member, browser);
  expect(hasMore).toBe(false);
  const at = expect.stringMatching(/^2026-11-21T/);
  const from = { browser: "Chrome", system: "Android", place: "here" };
  expect(rows).toEqual([
    {
      id: expect.any(String),
      at,
      kind: "signed_in_new_device",
      doer: "member",
      about: "",
      times: 1,
      ...from,
    },
    {
      id: expect.any(String),
      at,
      kind: "code_sent",
      doer: "unknown",
      about: "login",
      times: 1,
      ...from,
    },
  ]);
});

test("S225 a limit, a lock, a freeze and its end are told, with who did it", async () => {
  const { member, browser } = await enter({ savings: 1_000_00n, officeId: 1n });
  const params = { guid: member.guid };
  const limit = { limit: "own", span: "day" as const, amount: "100.00" };
  const locked = { accountNumber: member.accountNumbers.savings ?? "", amount: "250.00" };
  expect(await world.call(setOwnLimit, { params, body: limit }, browser)).toMatchObject({
    status: true,
  });
  const lockKey = { idempotencyKey: "activity-lock-1" };
  expect(await world.call(lockMoney, { params, body: locked }, browser, lockKey)).toMatchObject({
    status: true,
  });
  const teller = await world.makeStaff({ role: "teller", officeId: 1n });
  const supervisor = await world.makeStaff({ role: "supervisor", officeId: 1n });
  const file = { memberGuid: member.guid };
  const body = { channel: "office" as const, reason: "Stands at the counter" };
  expect(await teller.call(freezeMember, { params: file, body })).toMatchObject({ status: true });
  const payload = { ...file, identityDocument: "UMID ending 1234" };
  await approve(supervisor, await asked(teller, { kind: "lift_freeze", payload }));
  const back = await world.signIn(member, newBrowser());
  const { rows } = await pageOf(member, back);
  const told = rows.map(({ kind, doer }) => `${kind} by ${doer}`);
  for (const line of [
    "own_limit_set by member",
    "money_locked by member",
    "account_frozen by office",
    "account_unfrozen by office",
  ]) {
    expect(told).toContain(line);
  }
});

test("S226 refused tries that nobody of theirs made are before the member's eyes: how many, since when, from which network", async () => {
  const { member, browser } = await enter();
  const elsewhere = { ...newBrowser(), userAgent: "curl/8.5.0" };
  const twin = await world.makeTwin({ TRUSTED_PROXIES: "127.0.0.1" });
  const stranger = { headers: { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" } };
  const { username } = member;
  for (let tries = 0; tries < 2; tries += 1) {
    const body = { username, password: "a wrong one" };
    await twin.call(login, { body }, elsewhere, stranger);
  }
  await wrong(member, browser);
  const [own1, theirs] = (await pageOf(member, browser)).rows;
  expect(own1).toMatchObject({ kind: "sign_in_refused", doer: "unknown", place: "here", times: 1 });
  expect(theirs).toMatchObject({
    kind: "sign_in_refused",
    doer: "unknown",
    times: 2,
    place: "other",
  });
  expect(await world.call(getSafety, own(member), browser)).toMatchObject({
    result: {
      refusedSignIns: { times: 3, lastAt: expect.stringMatching(/^2026-11-21T/), fromUnknown: 2 },
    },
  });
});

test("S226 a night of tries is one line an hour, and what happens between them begins a new one", async () => {
  const { member, browser } = await enter();
  const stranger = newBrowser();
  await wrong(member, stranger);
  await wrong(member, stranger);
  world.passSeconds(3601);
  await wrong(member, stranger);
  await world.call(
    setPurchaseTexts,
    { ...own(member), body: { text_from: "500.00" } },
    await world.signIn(member, { ...browser, token: undefined }),
  );
  // The third has closed the name for a while.
  await world.app.db.deleteFrom("throttle").execute();
  await wrong(member, stranger);
  const again = await world.signIn(member, { ...browser, token: undefined });
  const lines = (await pageOf(member, again)).rows.map(({ kind, times }) => `${kind} ${times}`);
  expect(lines.slice(0, 6)).toEqual([
    "signed_in 1",
    "sign_in_refused 1",
    "purchase_texts_set 1",
    "signed_in 1",
    "sign_in_refused 1",
    "sign_in_refused 2",
  ]);
});

test("S226 a name that nobody has leaves nothing", async () => {
  const count = async () =>
    Number((await world.app.pool.query("select count(*) as n from member_activity")).rows[0].n);
  const before = await count();
  await world.call(
    login,
    { body: { username: "nobody.at.all", password: "a wrong one" } },
    newBrowser(),
  );
  await world.call(forgotPassword, { body: { identifier: "nobody.at.all" } }, newBrowser());
  expect(await count()).toBe(before);
});

test("S225 codes that were wrong, changes of the password and a recovery are told", async () => {
  const { member, browser } = await enter();
  const new_password = "a longer walk to Sagada";
  const passwords = { new_password, confirm_password: new_password };
  const update = (current_password: string) =>
    world.call(
      updatePassword,
      { body: { memberGuid: member.guid, current_password, ...passwords } },
      browser,
    );
  await update("not the one");
  await update(member.password);

  const recovering = newBrowser();
  const asking = await world.call(
    forgotPassword,
    { body: { identifier: member.username } },
    recovering,
  );
  if (!asking.status) throw new Error(asking.message);
  const { guid, pinId } = asking.result;
  const pin = await world.codeFor(member);
  const body = { memberGuid: guid, pinId, pin: pin === "111111" ? "222222" : "111111" };
  await world.call(verifyOtp, { body }, recovering);
  await world.call(verifyOtp, { body: { ...body, pin } }, recovering);
  const newest = "another walk to Banaue";
  const set = { memberGuid: guid, new_password: newest, confirm_password: newest };
  expect(await world.call(setPassword, { body: set }, recovering)).toMatchObject({ status: true });

  const again = await world.signIn({ ...member, password: newest });
  expect(await kindsOf(member, again)).toEqual([
    "signed_in_new_device",
    "code_sent login",
    "password_recovered",
    "recovery_begun recover_password",
    "code_refused recover_password",
    "code_sent recover_password",
    "password_changed",
    "current_password_wrong",
    "signed_in_new_device",
    "code_sent login",
  ]);
});

test("S225 locks of the card and changes of its limit are told, by whom they were made", async () => {
  const { member, browser } = await enter({ officeId: 1n, card: { balance: 5_000_00n } });
  await world.call(lockCard, own(member), browser);
  await world.call(unlockCard, own(member), browser);
  await world.call(setWithdrawalLimit, { body: { transaction_limit: "100.00" } }, browser);
  const staff = await world.makeStaff({ role: "every", officeId: null });
  const params = { memberGuid: member.guid };
  await staff.call(lockMemberCard, { params, body: { reason: "the member fears a thief" } });
  const told = (await pageOf(member, browser)).rows.map(({ kind, doer }) => `${kind} ${doer}`);
  expect(told.slice(0, 4)).toEqual([
    "card_locked office",
    "limit_cut_asked member",
    "card_unlocked member",
    "card_locked member",
  ]);
});

test("S227 what the office asks for, decides and does is told, and nothing of who or why", async () => {
  const { member } = await enter({ officeId: 1n });
  const [maker, checker] = [
    await world.makeStaff({ role: "supervisor", officeId: null }),
    await world.makeStaff({ role: "supervisor", officeId: null }),
  ];
  const params = { memberGuid: member.guid };
  const reason = "Suspicion: the caller did not know the birth date";
  await maker.call(closeMemberAccess, { params, body: { reason } });
  await approve(checker, await asked(maker, { kind: "reactivate_member", payload: params }));
  const browser = await world.signIn(member, { ...newBrowser() });
  const input = { ...own(member), query: {} };
  const { text, body } = await world.callRaw(getActivity, input, browser);
  const rows = (body["result"] as { rows: Activity[] }).rows;
  expect(rows.slice(2, 6).map(({ kind, about, doer }) => `${kind} ${about} ${doer}`)).toEqual([
    "request_approved reactivate_member office",
    "access_reopened  office",
    "request_made reactivate_member office",
    "access_closed  office",
  ]);
  for (const secret of [reason, maker.username, checker.username, "Suspicion"]) {
    expect(text).not.toContain(secret);
  }
  const { rows: kept } = await world.app.pool.query<{ kept: string }>(
    "select string_agg(a::text, ' ') as kept from member_activity a",
  );
  expect(kept[0]?.kept).not.toContain(maker.username);
});

test("S225 the list goes on page by page, and each row stands on one page", async () => {
  const { member, browser } = await enter();
  const at = world.app.now();
  const rows = Array.from({ length: 45 }, () => ({
    member_id: member.id,
    at,
    kind: "device_renamed",
    doer: "member",
    about: "",
    browser: "",
    system: "",
  }));
  await world.app.db.insertInto("member_activity").values(rows).execute();
  const seen: string[] = [];
  let before: string | undefined;
  for (let pages = 0; pages < 4; pages += 1) {
    const page = await pageOf(member, browser, before);
    seen.push(...page.rows.map(({ id }) => id));
    before = page.rows.at(-1)?.id;
    if (!page.hasMore) break;
    expect(page.rows).toHaveLength(ACTIVITY_PAGE);
  }
  expect(seen).toHaveLength(47);
  expect(new Set(seen).size).toBe(47);
  expect(seen.map(BigInt)).toEqual(seen.map(BigInt).toSorted((a, b) => (a < b ? 1 : -1)));
});

test("S228 another member's list is not found, and a page begun at another's row shows only one's own", async () => {
  const [mine, theirs] = [await enter(), await enter()];
  const foreign = await world.callRaw(getActivity, own(theirs.member), mine.browser);
  expect(foreign).toMatchObject({ httpStatus: 404 });
  const [theirRow] = (await pageOf(theirs.member, theirs.browser)).rows;
  const page = await pageOf(mine.member, mine.browser, String(BigInt(theirRow?.id ?? "1") + 1n));
  expect(page.rows.map(({ kind }) => kind)).toEqual(["signed_in_new_device", "code_sent"]);
  const ownIds = (await pageOf(mine.member, mine.browser)).rows.map(({ id }) => id);
  expect(page.rows.map(({ id }) => id)).toEqual(ownIds);
  for (const before of ["0", "-1", "1e3", "9".repeat(30), "1; drop table member_activity", "x"]) {
    const { httpStatus } = await world.callRaw(
      getActivity,
      { ...own(mine.member), query: { before } },
      mine.browser,
    );
    expect([before, httpStatus]).toEqual([before, 422]);
  }
});

test("S225 what is older than five years is not shown, and goes with the clean-up", async () => {
  const { member, browser } = await enter();
  const old = new Date(world.app.now().getTime() - (5 * 365 + 3) * 86_400_000);
  const row = { doer: "member", about: "", browser: "", system: "", member_id: member.id };
  await world.app.db
    .insertInto("member_activity")
    .values([{ ...row, at: old, kind: "logged_out" }])
    .execute();
  expect(await kindsOf(member, browser)).not.toContain("logged_out");
  await cleanUp(world.app);
  const kept = () =>
    world.app.db
      .selectFrom("member_activity")
      .select("kind")
      .where("member_id", "=", member.id)
      .where("kind", "=", "logged_out")
      .execute();
  expect(await kept()).toEqual([]);
  await world.call(logout, {}, browser);
  await cleanUp(world.app);
  expect(await kept()).toHaveLength(1);
});
