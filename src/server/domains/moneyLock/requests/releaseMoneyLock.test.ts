import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { getMoneyLocks, lockMoney } from "#contract/moneyLock.ts";
import { getMemberMoney } from "#contract/staff/members.ts";
import { transact } from "#server/db/db.ts";
import { releaseHold } from "#server/ledger/holds.ts";
import type { Browser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeStaff, type TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, ask, asked, decide, look } from "#test/support/requestActs.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";

let world: World;
let teller: TestStaff;
let checker: TestStaff;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  teller = await makeStaff(world, { role: "teller", officeId: 1n });
  checker = await makeStaff(world, { role: "supervisor", officeId: 1n });
});
afterEach(() => assertBooksHold(world));
afterAll(() => world.close());

async function enter() {
  const member = await world.makeMember({ officeId: 1n, savings: 1_000_00n, storage: 500_00n });
  const browser = await world.signIn(member);
  return { member, browser };
}

async function lock(member: TestMember, browser: Browser, accountNumber = "", amount = "400.00") {
  const body = { accountNumber, amount };
  const idempotencyKey = `lock-${accountNumber}`;
  const input = { params: { guid: member.guid }, body };
  const answer = await world.call(lockMoney, input, browser, { idempotencyKey });
  if (!answer.status) throw new Error(answer.message);
}

const lockedOf = async (member: TestMember, browser: Browser) => {
  const answer = await world.call(getMoneyLocks, { params: { guid: member.guid } }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result.accounts.map(({ locked }) => locked);
};

test("S216 two people at an office release what is locked on one account, at once, and the member is told", async () => {
  const { member, browser } = await enter();
  const { savings = "", storage = "" } = member.accountNumbers;
  await lock(member, browser, savings);
  await lock(member, browser, storage, "100.00");
  const money = await teller.call(getMemberMoney, { params: { memberGuid: member.guid } });
  expect(money).toMatchObject({
    result: {
      accounts: [
        { held: 400_00n, holds: [{ reason: "money_lock", expiresAt: null }] },
        { held: 100_00n },
      ],
    },
  });
  const payload = { memberGuid: member.guid, accountNumber: savings };
  const request = { kind: "release_money_lock", payload } as const;
  const requestId = await asked(teller, request);
  expect(await look(checker, requestId)).toMatchObject({
    before: { account: savings, held: "PHP 400.00" },
    after: { account: savings, held: "PHP 0.00" },
  });
  // Not by the one who asks.
  expect(await decide(teller, requestId).catch(() => ({ status: false }))).toMatchObject({
    status: false,
  });
  await approve(checker, requestId);
  expect(await lockedOf(member, browser)).toEqual([0n, 100_00n]);
  const [text] = await world.textsTo(member.mobileNumber ?? "");
  expect(text).toContain(`PHP 400.00 on account ...${savings.slice(-4)} is no longer locked`);
  expect(await ask(teller, request)).toMatchObject({ code: "request_does_not_apply" });
});

test("S216 nothing is released of an account where nothing is locked, or that is another's", async () => {
  const { member, browser } = await enter();
  const other = await enter();
  await lock(member, browser, member.accountNumbers.savings);
  for (const [memberGuid, accountNumber] of [
    [member.guid, member.accountNumbers.storage],
    [other.member.guid, member.accountNumbers.savings],
  ]) {
    const payload = { memberGuid, accountNumber };
    expect(await ask(teller, { kind: "release_money_lock", payload })).toMatchObject({
      code: "request_does_not_apply",
    });
  }
});

test("S216 a hold that is given back behind the lock's back is a breach of the books", async () => {
  const { member, browser } = await enter();
  await lock(member, browser, member.accountNumbers.savings);
  const { hold_id: holdId } = await world.app.db
    .selectFrom("money_lock")
    .select("hold_id")
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  await transact(world.app.db, (tx) => releaseHold(tx, holdId, world.app.now()));
  await expect(assertBooksHold(world)).rejects.toThrow(`lock ${holdId} is no hold`);
  await world.app.db
    .updateTable("money_lock")
    .set({ ended_at: world.app.now(), ended_for: "office" })
    .where("hold_id", "=", holdId)
    .execute();
});
