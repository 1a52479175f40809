import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { getActivity } from "#contract/activity.ts";
import { verifyOtp } from "#contract/auth.ts";
import {
  approveCashWithdrawal,
  getCashWithdrawals,
  refuseCashWithdrawal,
} from "#contract/cashWithdrawals.ts";
import { lockMoney } from "#contract/moneyLock.ts";
import {
  askCashWithdrawal,
  type CashWithdrawal,
  closeCashDrawer,
  endCashWithdrawal,
  getCashDrawer,
  getCashWithdrawal,
  payCashWithdrawal,
} from "#contract/staff/cash.ts";
import type { Browser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { openDrawer, takeReturn } from "#test/support/vaultActs.ts";
import { approveByPasskey, endPause, givePasskey } from "#test/support/passkeyActs.ts";
import { assertBooksHold, wrongPin } from "#test/support/transferActs.ts";

let world: World;
let teller: TestStaff;
let member: TestMember;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
beforeEach(async () => {
  teller = await world.makeStaff({ role: "teller", officeId: 1n });
  member = await world.makeMember({ savings: 9_000_00n, officeId: 1n, card: null });
  await open();
});
afterEach(() => assertBooksHold(world));
afterAll(() => world.close());

const count = (thousands: number) => [{ denomination: 100000 as const, pieces: thousands }];
const open = (of = teller) => openDrawer(world, of, count(5));
const savings = () => member.accountNumbers.savings ?? "";
const askFor = (amount: string, of = teller) =>
  of.call(askCashWithdrawal, { body: { accountNumber: savings(), amount } });

async function asked(amount: string): Promise<CashWithdrawal & { code: string }> {
  const answer = await askFor(amount);
  if (!answer.status) throw new Error(answer.code);
  await drainJobs(world.app);
  return { ...answer.result, code: await world.codeFor(member) };
}

const pay = (of: Pick<CashWithdrawal, "withdrawalId">, pin: string, by = teller) =>
  by.call(payCashWithdrawal, { params: { withdrawalId: of.withdrawalId }, body: { pin } });
const stateOf = async ({ withdrawalId }: Pick<CashWithdrawal, "withdrawalId">) => {
  const answer = await teller.call(getCashWithdrawal, { params: { withdrawalId } });
  return answer.status ? answer.result.state : answer.code;
};

/** By the teller's receipts, each of which the books have (assertBooksHold). */
async function paidOut(): Promise<bigint> {
  const { rows } = await world.app.pool.query<{ sum: bigint }>(
    `select coalesce(sum(r.amount_centavos), 0)::bigint as sum
     from cash_receipt r join staff s on s.id = r.teller_staff_id
     where s.username = $1 and r.is_withdrawal`,
    [teller.username],
  );
  return rows[0]?.sum ?? -1n;
}

const freeze = () =>
  world.app.db
    .updateTable("member")
    .set({ status: "suspended", access_closed_for: "frozen" })
    .where("id", "=", member.id)
    .execute();

const inPortal = (browser: Browser, of: Pick<CashWithdrawal, "withdrawalId">) => {
  const params = { guid: member.guid, withdrawalId: of.withdrawalId };
  return {
    approve: (body: { pinId?: string; pin?: string }) =>
      world.call(approveCashWithdrawal, { params, body }, browser),
    refuse: () => world.call(refuseCashWithdrawal, { params }, browser),
  };
};

test("S269 the text names amount, account and branch, and its code pays exactly that out, once", async () => {
  const withdrawal = await asked("3000.00");
  expect(withdrawal).toMatchObject({ state: "waiting", amount: 3_000_00n, receipt: null });
  const texts = await world.textsTo(member.mobileNumber ?? "");
  const text = texts.find((one) => one.startsWith(withdrawal.code));
  expect(text).toContain("PHP 3,000.00 in cash");
  expect(text).toContain(savings().slice(-4));
  expect(text).toMatch(/ at Branch 1\. Tell it only to the teller there\.$/);
  expect(await paidOut()).toBe(0n);
  const answers = await Promise.all([1, 2, 3].map(() => pay(withdrawal, withdrawal.code)));
  const receipts = answers.map((one) => (one.status ? one.result.receipt?.receiptNo : one.code));
  expect(new Set(receipts).size).toBe(1);
  expect(receipts[0]).toMatch(/^CR-0001-\d{7}$/);
  expect(await paidOut()).toBe(3_000_00n);
  expect(await teller.call(getCashDrawer, {})).toMatchObject({
    result: { drawer: { inside: 2_000_00n }, receipts: [{ isWithdrawal: true }] },
  });
});

test("S269 the code of one amount pays no other, a former one nothing, and none of it is good in the portal", async () => {
  const first = await asked("100.00");
  const second = await asked("4000.00");
  expect(await stateOf(first)).toBe("over");
  expect(await pay(first, first.code)).toMatchObject({ code: "cash_withdrawal_over" });
  expect(await pay(second, first.code)).toMatchObject({ code: "otp_incorrect" });
  const browser = await world.signIn(member);
  const { rows } = await world.app.pool.query<{ pin_id: string }>(
    "select pin_id from cash_withdrawal where id = $1",
    [second.withdrawalId],
  );
  const code = { pinId: rows[0]?.pin_id ?? "", pin: second.code };
  const body = { memberGuid: member.guid, ...code };
  expect(await world.call(verifyOtp, { body }, browser)).toMatchObject({ code: "otp_incorrect" });
  expect(await inPortal(browser, second).approve(code)).toMatchObject({ code: "otp_incorrect" });
  expect(await paidOut()).toBe(0n);
});

test("S269 three wrong codes use one up, and five minutes end it", async () => {
  const guessed = await asked("100.00");
  for (const code of ["otp_incorrect", "otp_incorrect", "otp_incorrect", "otp_used_up"]) {
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    expect(await pay(guessed, wrongPin(guessed.code))).toMatchObject({ code });
  }
  expect(await pay(guessed, guessed.code)).toMatchObject({ code: "otp_used_up" });
  const late = await asked("100.00");
  world.passSeconds(301);
  expect(await pay(late, late.code)).toMatchObject({ code: "cash_withdrawal_over" });
  expect(await stateOf(late)).toBe("over");
  expect(await paidOut()).toBe(0n);
});

test("S269 another teller neither uses a code nor sees or takes back what was asked, nor asks beside it", async () => {
  const other = await world.makeStaff({ role: "teller", officeId: 1n });
  await open(other);
  const withdrawal = await asked("100.00");
  const params = { withdrawalId: withdrawal.withdrawalId };
  expect(await pay(withdrawal, withdrawal.code, other)).toMatchObject({ code: "not_found" });
  expect(await other.call(getCashWithdrawal, { params })).toMatchObject({ code: "not_found" });
  expect(await other.call(endCashWithdrawal, { params })).toMatchObject({ code: "not_found" });
  expect(await askFor("100.00", other)).toMatchObject({ code: "cash_withdrawal_waits" });
  world.passSeconds(301);
  expect(await askFor("100.00", other)).toMatchObject({ status: true });
});

test("S276 nothing is paid where the member is frozen, paused or has locked the money since, or the drawer is closed or short", async () => {
  const locked = await asked("4000.00");
  const browser = await world.signIn(member);
  const lock = {
    params: { guid: member.guid },
    body: { accountNumber: savings(), amount: "8000.00" },
  };
  await world.call(lockMoney, lock, browser, { idempotencyKey: "locked-meanwhile" });
  expect(await pay(locked, locked.code)).toMatchObject({ code: "member_funds_missing" });
  expect(await askFor("1000.01")).toMatchObject({ code: "member_funds_missing" });

  const paused = await asked("100.00");
  const until = new Date(world.app.now().getTime() + 3_600_000);
  await world.app.db
    .updateTable("member")
    .set({ paused_until: until })
    .where("id", "=", member.id)
    .execute();
  expect(await pay(paused, paused.code)).toMatchObject({ code: "cash_second_person" });
  expect(await askFor("100.00")).toMatchObject({ code: "cash_second_person" });
  await endPause(world, member);

  const closed = await asked("100.00");
  const counted = { counts: count(5), isFinal: false };
  const closing = await teller.call(closeCashDrawer, { body: counted });
  await takeReturn(world, closing.status ? closing.result.drawerId : "");
  expect(await pay(closed, closed.code)).toMatchObject({ code: "cash_drawer_missing" });
  await openDrawer(world, teller, count(1));
  expect(await pay(closed, closed.code)).toMatchObject({ code: "cash_withdrawal_over" });
  member = await world.makeMember({ savings: 9_000_00n, officeId: 1n, card: null });
  expect(await askFor("1000.01")).toMatchObject({ code: "cash_drawer_short" });

  const frozen = await asked("100.00");
  await freeze();
  expect(await pay(frozen, frozen.code)).toMatchObject({ code: "cash_member_frozen" });
  expect(await askFor("100.00")).toMatchObject({ code: "cash_member_frozen" });
  expect(await paidOut()).toBe(0n);
});

test("S277 a passkey on the member's own phone approves it, and the teller has the receipt at once", async () => {
  const browser = await world.signIn(member);
  const { authenticator } = await givePasskey(world, { member, browser });
  await endPause(world, member);
  const withdrawal = await asked("3000.00");
  const { withdrawalId, code } = withdrawal;
  const params = { guid: member.guid };
  expect(await world.call(getCashWithdrawals, { params }, browser)).toMatchObject({
    result: [{ withdrawalId, amount: 3_000_00n, accountNumber: savings(), branch: "Branch 1" }],
  });
  const who = { member, browser, authenticator };
  const intent = { kind: "cash_withdrawal" as const, withdrawalId, accountNumber: savings() };
  const more = approveByPasskey(world, who, { ...intent, amount: "3000.01" });
  await expect(more).rejects.toThrow("cash_withdrawal_over");
  const portal = inPortal(browser, withdrawal);
  expect(await portal.approve({})).toMatchObject({ code: "otp_needed" });
  const proof = await approveByPasskey(world, who, { ...intent, amount: "3000.00" });
  const first = await portal.approve(proof);
  expect(first).toMatchObject({ status: true, result: { amount: 3_000_00n } });
  expect(await portal.approve(proof)).toEqual(first);
  expect(await stateOf(withdrawal)).toBe("paid");
  // The code of the same withdrawal pays nothing more.
  expect(await pay(withdrawal, code)).toMatchObject({ result: { state: "paid" } });
  expect(await paidOut()).toBe(3_000_00n);
});

test("S277 the member's refusal voids the code, is seen by the teller, and stands among what happened", async () => {
  const withdrawal = await asked("3000.00");
  const browser = await world.signIn(member);
  const stranger = await world.makeMember({ savings: 1n, officeId: 1n, card: null });
  const elsewhere = await world.signIn(stranger);
  const params = { guid: stranger.guid, withdrawalId: withdrawal.withdrawalId };
  expect(await world.call(refuseCashWithdrawal, { params }, elsewhere)).toMatchObject({
    httpStatus: 404,
  });
  expect(await inPortal(browser, withdrawal).refuse()).toMatchObject({ status: true });
  expect(await stateOf(withdrawal)).toBe("refused");
  expect(await pay(withdrawal, withdrawal.code)).toMatchObject({ code: "cash_withdrawal_over" });
  const activity = await world.call(
    getActivity,
    { params: { guid: member.guid }, query: {} },
    browser,
  );
  expect(activity).toMatchObject({
    result: {
      rows: expect.arrayContaining([expect.objectContaining({ kind: "cash_withdrawal_refused" })]),
    },
  });
  expect(await paidOut()).toBe(0n);
});

test("S277 whoever has neither number nor passkey is not asked, and what the teller took back is over", async () => {
  const back = await asked("100.00");
  const params = { withdrawalId: back.withdrawalId };
  expect(await teller.call(endCashWithdrawal, { params })).toMatchObject({
    result: { state: "over" },
  });
  expect(await pay(back, back.code)).toMatchObject({ code: "cash_withdrawal_over" });
  await world.app.db
    .updateTable("member")
    .set({ mobile_number: null })
    .where("id", "=", member.id)
    .execute();
  expect(await askFor("100.00")).toMatchObject({ code: "cash_second_person" });
  expect(await paidOut()).toBe(0n);
});
