import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { sendOtp } from "#contract/auth.ts";
import { getBalances, getDashboard } from "#contract/members.ts";
import {
  getMoneyLocks,
  keepLocked,
  lockMoney,
  type MoneyLocks,
  releaseLock,
} from "#contract/moneyLock.ts";
import { getNotifications } from "#contract/notifications.ts";
import { getTransferSetup } from "#contract/transferSetup.ts";
import { endAccess } from "#server/domains/access/auth/endAccess.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import { beginPause } from "#server/domains/members/pause/beginPause.ts";
import { transact } from "#server/db/db.ts";
import type { Browser } from "#test/support/browser.ts";
import { approveWith } from "#test/support/cardUse.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/transferActs.ts";
import { freeLocks } from "./freeLocks.ts";

const DAY_SECONDS = 24 * 60 * 60;

let world: World;
let member: TestMember;
let browser: Browser;
let lastKey = 0;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());
beforeEach(async () => {
  member = await world.makeMember({ savings: 50_000_00n, storage: 3_000_00n, card: {} });
  browser = await world.signIn(member);
});
afterEach(() => acts.assertBooksHold(world));

const savings = () => member.accountNumbers.savings ?? "";
const params = () => ({ guid: member.guid });

function lock(amount: string, { key, account }: { key?: string; account?: string } = {}) {
  lastKey += 1;
  const body = { accountNumber: account ?? savings(), amount };
  const idempotencyKey = key ?? `lock-key-${lastKey}`;
  return world.call(lockMoney, { params: params(), body }, browser, { idempotencyKey });
}

const release = (amount: string, code: { pinId?: string; pin?: string } = {}, by = browser) =>
  world.call(
    releaseLock,
    { params: params(), body: { accountNumber: savings(), amount, ...code } },
    by,
  );

const approve = (amount: string) =>
  approveWith(world, member, browser, { kind: "release_lock", accountNumber: savings(), amount });

const keep = (releaseId: string, by = browser, guid = member.guid) =>
  world.call(keepLocked, { params: { guid }, body: { releaseId } }, by);

async function locks(): Promise<MoneyLocks> {
  const answer = await world.call(getMoneyLocks, { params: params() }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

const ofSavings = async () =>
  (await locks()).accounts.find(
    ({ accountNumber }) => accountNumber === savings(),
  ) as MoneyLocks["accounts"][number];

/** What the member was told in the portal, of these words. */
async function told(words: RegExp): Promise<string[]> {
  const answer = await world.call(getNotifications, { params: params() }, browser);
  if (!answer.status) throw new Error(answer.message);
  return Object.values(answer.results)
    .map(({ message }) => message)
    .filter((text) => words.test(text));
}

/** Tries to move this much from the savings account. */
async function move(amount: bigint): Promise<string> {
  const wanted = {
    kind: "own" as const,
    source_account: savings(),
    destination_account: member.cardAccountNo ?? "",
    amount: String(Number(amount) / 100),
  };
  const asked = await world.call(
    sendOtp,
    { body: { memberGuid: member.guid, intent: wanted } },
    browser,
  );
  return asked.status ? "ok" : String(asked.code);
}

/** Sessions end as time goes on. */
async function pass(seconds: number): Promise<void> {
  world.passSeconds(seconds);
  browser = await world.signIn(member, browser);
}

const pause = () =>
  transact(world.app.db, (tx) =>
    beginPause(tx, world.app, { memberId: member.id, reason: "new_device" }),
  );

test("S214 locked money stands in the balance, is nowhere available, and moves for no order", async () => {
  expect(await lock("20000")).toMatchObject({
    result: { accounts: [{ available: 30_000_00n, locked: 20_000_00n }, { locked: 0n }] },
  });
  await lock("5000.50");
  expect(await ofSavings()).toMatchObject({ available: 24_999_50n, locked: 25_000_50n });
  const seen = {
    accountNumber: savings(),
    withdrawableBalance: 24_999_50n,
    lockedBalance: 25_000_50n,
  };
  const balances = await world.call(getBalances, { params: params() }, browser);
  const dashboard = await world.call(getDashboard, { params: params() }, browser);
  const setup = await world.call(getTransferSetup, {}, browser);
  const other = { lockedBalance: 0n };
  const whole = { ...seen, outstandingBalance: 50_000_00n };
  expect(balances).toMatchObject({ result: [whole, other] });
  expect(dashboard).toMatchObject({ result: { accounts: [whole, other] } });
  expect(setup).toMatchObject({ result: { sourceAccounts: [seen, other] } });
  expect(await move(24_999_51n)).toBe("insufficient_funds");
  expect(await move(24_999_50n)).toBe("ok");
  expect(await told(/is now locked/)).toHaveLength(2);
});

test("S214 no more is locked than is there, on no account but an own one; a repeat locks nothing more", async () => {
  expect(await lock("50000.01")).toMatchObject({
    httpStatus: 422,
    code: "insufficient_funds",
    errors: [{ param: "amount", msg: "Not enough in this account. You have ₱50,000.00." }],
  });
  const other = await world.makeMember({ savings: 100_00n });
  for (const account of [other.accountNumbers.savings, member.cardAccountNo, "0"]) {
    expect(await lock("1.00", { account: account ?? "" })).toMatchObject({
      httpStatus: 422,
      code: "own_account_unknown",
    });
  }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => lock("100.00", { key: "one-lock-key" })),
  );
  expect(answers.filter(({ status }) => status)).toHaveLength(8);
  expect(await ofSavings()).toMatchObject({ locked: 100_00n });
  expect(await lock("100.01", { key: "one-lock-key" })).toMatchObject({
    code: "idempotency_key_reused",
  });
});

test("S214 locks and orders at the same moment never take one centavo twice", async () => {
  const approval = await acts.approve(world, member, browser, { amount: 30_000_00n });
  const [ordered, ...locked] = await Promise.all([
    acts.order(world, member, browser, { amount: 30_000_00n }, approval, "beside-a-lock"),
    ...Array.from({ length: 6 }, () => lock("10000")),
  ]);
  const times = locked.filter(({ status }) => status).length;
  expect(times).toBe(ordered.status ? 2 : 5);
  expect(await ofSavings()).toMatchObject({
    locked: BigInt(times) * 10_000_00n,
    available: ordered.status ? 0n : 0n,
  });
});

test("S215 a release takes a code for exactly this, and frees the money 24 hours later, once", async () => {
  await lock("20000");
  await lock("1000");
  expect(await release("5000")).toMatchObject({ httpStatus: 422, code: "otp_needed" });
  expect(await release("21000.01")).toMatchObject({
    code: "locked_too_little",
    errors: [{ param: "amount", msg: "₱21,000.00 is locked on this account." }],
  });
  const code = await approve("5000.00");
  const texts = await world.textsTo(member.mobileNumber ?? "");
  expect(texts[0]).toContain("to release PHP 5,000.00 that is locked on account ...");
  const askedAt = world.app.now().getTime();
  expect(await release("5000", code)).toMatchObject({
    result: {
      accounts: [{ locked: 21_000_00n, releases: [{ amount: 5_000_00n }] }, { releases: [] }],
    },
  });
  // Spent.
  expect(await release("5000", code)).toMatchObject({ code: "otp_not_for_this" });
  expect(await release("16000.01")).toMatchObject({ code: "locked_too_little" });
  expect((await world.textsTo(member.mobileNumber ?? ""))[0]).toMatch(/will be free from /);
  world.setTime(new Date(askedAt + DAY_SECONDS * 1000 - 60_000));
  await freeLocks(world.app);
  browser = await world.signIn(member, browser);
  expect(await ofSavings()).toMatchObject({ locked: 21_000_00n, available: 29_000_00n });
  world.setTime(new Date(askedAt + DAY_SECONDS * 1000 + 60_000));
  const twin = await world.makeTwin();
  await Promise.all([freeLocks(world.app), freeLocks(twin.app), freeLocks(world.app)]);
  expect(await ofSavings()).toMatchObject({
    locked: 16_000_00n,
    available: 34_000_00n,
    releases: [],
  });
  expect(await told(/is no longer locked/)).toHaveLength(1);
  expect((await world.textsTo(member.mobileNumber ?? ""))[0]).toMatch(/is no longer locked/);
});

test("S215 a code for another amount or account releases nothing; nor does another member", async () => {
  await lock("20000");
  const code = await approve("5000.00");
  expect(await release("5000.01", code)).toMatchObject({ code: "otp_not_for_this" });
  world.passSeconds(61);
  const thief = await world.makeMember({ savings: 100_00n });
  const theirs = await world.signIn(thief);
  const good = await approve("5000.00");
  expect(await release("5000.00", good, theirs)).toMatchObject({ httpStatus: 404 });
  const asThief = await world.call(
    releaseLock,
    {
      params: { guid: thief.guid },
      body: { accountNumber: savings(), amount: "5000.00", ...good },
    },
    theirs,
  );
  expect(asThief).toMatchObject({ code: "own_account_unknown" });
  await release("5000.00", good);
  const [{ releaseId } = { releaseId: "" }] = (await ofSavings()).releases;
  expect(await keep(releaseId, theirs, thief.guid)).toMatchObject({ httpStatus: 404 });
  expect(await ofSavings()).toMatchObject({ locked: 20_000_00n, releases: [{ releaseId }] });
});

test("S215 a release is taken back until it is there: by the member, and with the access", async () => {
  await lock("20000");
  await release("5000.00", await approve("5000.00"));
  const [{ releaseId } = { releaseId: "" }] = (await ofSavings()).releases;
  expect(await keep(releaseId)).toMatchObject({ status: true });
  expect(await keep(releaseId)).toMatchObject({ httpStatus: 404 });
  await pass(DAY_SECONDS + 1);
  await freeLocks(world.app);
  expect(await ofSavings()).toMatchObject({ locked: 20_000_00n, releases: [] });
  await release("20000.00", await approve("20000.00"));
  await transact(world.app.db, async (tx) => {
    const at = await holdMember(tx, world.app, member.id);
    await endAccess(tx, { memberId: member.id, at });
  });
  world.passSeconds(DAY_SECONDS + 1);
  await freeLocks(world.app);
  await pass(0);
  expect(await ofSavings()).toMatchObject({ locked: 20_000_00n, releases: [] });
  expect(await told(/stays locked/)).toHaveLength(1);
});

test("S215 in a pause no release is asked for and none comes; it comes after the end of the pause", async () => {
  await lock("20000");
  await release("5000.00", await approve("5000.00"));
  await pass(DAY_SECONDS - 600);
  const code = await approve("100.00");
  await pause();
  const no = { httpStatus: 409, code: "release_paused" };
  expect(await release("100.00", code)).toMatchObject(no);
  const intent = { kind: "release_lock", accountNumber: savings(), amount: "100.00" } as const;
  const asked = await world.call(sendOtp, { body: { memberGuid: member.guid, intent } }, browser);
  expect(asked).toMatchObject(no);
  await pass(1200);
  await freeLocks(world.app);
  const { pausedUntil } = await locks();
  expect(await ofSavings()).toMatchObject({
    locked: 20_000_00n,
    releases: [{ amount: 5_000_00n, freeFrom: pausedUntil }],
  });
  // More may be locked.
  expect(await lock("10")).toMatchObject({ status: true });
  await pass(DAY_SECONDS);
  await freeLocks(world.app);
  expect(await ofSavings()).toMatchObject({ locked: 15_010_00n });
});

test("S215 a release that is taken back in the moment it comes is either, never both", async () => {
  await lock("20000");
  await release("5000.00", await approve("5000.00"));
  const [{ releaseId } = { releaseId: "" }] = (await ofSavings()).releases;
  await pass(DAY_SECONDS + 1);
  const [kept] = await Promise.all([keep(releaseId), freeLocks(world.app), freeLocks(world.app)]);
  await freeLocks(world.app);
  expect(await ofSavings()).toMatchObject({ locked: kept.status ? 20_000_00n : 15_000_00n });
  expect(await told(/is no longer locked/)).toHaveLength(kept.status ? 0 : 1);
});

test("S215 ten releases at once with one code are one", async () => {
  await lock("20000");
  const code = await approve("5000.00");
  const answers = await Promise.all(Array.from({ length: 10 }, () => release("5000.00", code)));
  expect(answers.filter(({ status }) => status)).toHaveLength(1);
  expect((await ofSavings()).releases).toMatchObject([{ amount: 5_000_00n }]);
});

test.each([
  ["-1.00"],
  ["0"],
  ["0.00"],
  ["1e3"],
  ["0.001"],
  ["99999999999999999999"],
  [""],
  ["abc"],
])("S213 the amount %j locks and releases nothing", async (amount) => {
  await lock("100");
  expect(await lock(amount)).toMatchObject({ httpStatus: 422, errors: [{ param: "amount" }] });
  expect(await release(amount)).toMatchObject({ httpStatus: 422, errors: [{ param: "amount" }] });
  expect(await ofSavings()).toMatchObject({ locked: 100_00n, releases: [] });
});
