import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { getMovements } from "#contract/accounts.ts";
import { closeCashDrawer, getCashDrawer } from "#contract/staff/cash.ts";
import { transact } from "#server/db/db.ts";
import { readTrialBalance } from "#server/ledger/balances.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { openDrawer } from "#test/support/vaultActs.ts";
import { approve, ask, asked, decide } from "#test/support/requestActs.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";

let world: World;
let teller: TestStaff;
let supervisor: TestStaff;
let member: TestMember;

beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(async () => {
  teller = await world.makeStaff({ role: "teller", officeId: 1n });
  supervisor = await world.makeStaff({ role: "supervisor", officeId: 1n });
  member = await world.makeMember({
    savings: 9_000_00n,
    capital: { withdrawable: 900_00n, fixed: 100_00n },
    officeId: 1n,
    card: null,
  });
});
afterEach(() => assertBooksHold(world));
afterAll(() => world.close());

const count = (thousands: number) => [{ denomination: 100000 as const, pieces: thousands }];
const open = () => openDrawer(world, teller, count(5));
const savings = (of = member) => of.accountNumbers.savings ?? "";
const withdrawal = (amount: string, accountNumber = savings()) => ({
  kind: "cash_withdrawal" as const,
  payload: { accountNumber, amount, identityDocument: "UMID ending 1234" },
});

async function cashInBooks(): Promise<bigint> {
  const lines = await readTrialBalance(world.app.db);
  return lines.find(({ book, code }) => book === "ASSOC" && code === "1010")?.balance ?? 0n;
}

async function drawer() {
  const answer = await teller.call(getCashDrawer, {});
  if (!answer.status) throw new Error(answer.code);
  return answer.result;
}

test("S268 cash leaves the account and the drawer when another person has agreed, once, and the member hears of it", async () => {
  await open();
  const before = await cashInBooks();
  const requestId = await asked(teller, withdrawal("2000.00"));
  expect(await decide(teller, requestId)).not.toMatchObject({ status: true });
  expect(await cashInBooks()).toBe(before);
  await approve(supervisor, requestId);
  expect(await decide(supervisor, requestId)).toMatchObject({ code: "request_decided" });
  expect(await cashInBooks()).toBe(before - 2_000_00n);
  expect(await drawer()).toMatchObject({
    drawer: { deposits: 0n, withdrawals: 2_000_00n, inside: 3_000_00n },
    receipts: [{ isWithdrawal: true, amount: 2_000_00n, accountNumber: savings() }],
  });
  const browser = await world.signIn(member);
  const params = { guid: member.guid, accountNo: savings() };
  expect(await world.call(getMovements, { params, query: {} }, browser)).toMatchObject({
    result: [{ kind: "COUNTER_WITHDRAWAL post", amount: -2_000_00n }, {}],
  });
  const told = await world.app.db
    .selectFrom("notification")
    .select("params")
    .where("member_id", "=", member.id)
    .where("kind", "=", "cash_withdrawn")
    .execute();
  expect(told).toHaveLength(1);
  const counted = { counts: count(3), isFinal: false };
  expect(await teller.call(closeCashDrawer, { body: counted })).toMatchObject({
    result: { state: "returning" },
  });
});

test("S268 no more than the account has, no more than is in the drawer, and nothing without an open one", async () => {
  expect(await ask(teller, withdrawal("9000.01"))).toMatchObject({ code: "member_funds_missing" });
  expect(await ask(teller, withdrawal("900.01", member.accountNumbers.me ?? ""))).toMatchObject({
    code: "member_funds_missing",
  });
  const early = await asked(teller, withdrawal("10.00"));
  expect(await decide(supervisor, early)).toMatchObject({ code: "cash_drawer_missing" });
  await open();
  const much = await asked(teller, withdrawal("5000.01"));
  expect(await decide(supervisor, much)).toMatchObject({ code: "cash_drawer_short" });
  expect(await drawer()).toMatchObject({ drawer: { inside: 5_000_00n }, receipts: [] });
});

test("S268 nothing of another branch's member, nor of one who is frozen", async () => {
  await open();
  const elsewhere = await world.makeMember({ savings: 100_00n, officeId: 2n, card: null });
  const foreign = await ask(teller, withdrawal("1.00", savings(elsewhere)));
  const unknown = await ask(teller, withdrawal("1.00", "999999999999"));
  expect([foreign.status, unknown.status]).toEqual([false, false]);
  expect(unknown).toMatchObject({ code: "not_found" });
  expect(foreign).toMatchObject({ code: "not_found" });
  await world.app.db
    .updateTable("member")
    .set({ status: "suspended", access_closed_for: "frozen" })
    .where("id", "=", member.id)
    .execute();
  expect(await ask(teller, withdrawal("1.00"))).toMatchObject({ code: "request_does_not_apply" });
});

test("S268 nothing is paid out in the moment in which the member is frozen", async () => {
  await open();
  const requestId = await asked(teller, withdrawal("100.00"));
  const before = await cashInBooks();
  const waits = async () => {
    const { rows } = await world.app.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length > 0;
  };
  let deciding: ReturnType<typeof decide> | undefined;
  let isOver = false;
  await transact(world.app.db, async (tx) => {
    await tx
      .updateTable("member")
      .set({ status: "suspended", access_closed_for: "frozen" })
      .where("id", "=", member.id)
      .execute();
    deciding = decide(supervisor, requestId).finally(() => {
      isOver = true;
    });
    await expect.poll(async () => isOver || (await waits())).toBe(true);
  });
  expect(await deciding).toMatchObject({ status: false });
  expect(await cashInBooks()).toBe(before);
});
