import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { askCashWithdrawal, type CashWithdrawal, payCashWithdrawal } from "#contract/staff/cash.ts";
import type { AMOUNT_SETTINGS } from "#contract/staff/requestPayloads.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
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
  world = await makeWorld({ LOGIN_OTP: "off" });
});
beforeEach(async () => {
  teller = await world.makeStaff({ role: "teller", officeId: 1n });
  supervisor = await world.makeStaff({ role: "supervisor", officeId: 1n });
  member = await world.makeMember({ savings: 90_000_00n, officeId: 1n, card: null });
  const counts = [{ denomination: 100000 as const, pieces: 90 }];
  await openDrawer(world, teller, counts);
});
afterEach(() => assertBooksHold(world));
afterAll(() => world.close());

const savings = () => member.accountNumbers.savings ?? "";
const askFor = (amount: string) =>
  teller.call(askCashWithdrawal, { body: { accountNumber: savings(), amount } });

async function askMember(amount: string): Promise<CashWithdrawal & { pin: string }> {
  const answer = await askFor(amount);
  if (!answer.status) throw new Error(answer.code);
  await drainJobs(world.app);
  return { ...answer.result, pin: await world.codeFor(member) };
}
const pay = ({ withdrawalId, pin }: CashWithdrawal & { pin: string }) =>
  teller.call(payCashWithdrawal, { params: { withdrawalId }, body: { pin } });

/** Two people of the association set it. */
async function set(name: (typeof AMOUNT_SETTINGS)[number], amount: string): Promise<void> {
  const somebody = () => world.makeStaff({ role: "supervisor", officeId: null });
  const [maker, checker] = [await somebody(), await somebody()];
  await approve(
    checker,
    await asked(maker, { kind: "transfer_setting", payload: { name, amount } }),
  );
}
const withSecond = (amount: string) => ({
  kind: "cash_withdrawal" as const,
  payload: { accountNumber: savings(), amount, identityDocument: "UMID ending 1234" },
});

test("S278 above the teller's limit the member's approval is not enough: a supervisor of the branch decides", async () => {
  expect(await askFor("50000.01")).toMatchObject({
    httpStatus: 409,
    code: "cash_over_teller_limit",
    message: expect.stringMatching(
      /at most ₱50,000\.00 at once.*a supervisor of the branch decides/,
    ),
  });
  const requestId = await asked(teller, withSecond("50000.01"));
  expect(await decide(supervisor, requestId)).toMatchObject({ status: true });
  expect(await pay(await askMember("1000.00"))).toMatchObject({ result: { state: "paid" } });
});

test("S278 a limit that two people lowered meanwhile holds for what was asked before", async () => {
  const waiting = await askMember("3000.00");
  await set("tellerCashLimit", "2999.99");
  expect(await pay(waiting)).toMatchObject({ code: "cash_over_teller_limit" });
  await set("tellerCashLimit", "50000.00");
  expect(await pay(waiting)).toMatchObject({ result: { state: "paid" } });
});

test("S278 what a teller pays out in a day is added up for each of them", async () => {
  await set("tellerDailyCashLimit", "5000.00");
  expect(await pay(await askMember("3000.00"))).toMatchObject({ result: { state: "paid" } });
  expect(await askFor("2000.01")).toMatchObject({
    code: "cash_over_teller_day",
    message: expect.stringMatching(/at most ₱5,000\.00 a day.*paid out ₱3,000\.00 today/),
  });
  expect(await pay(await askMember("2000.00"))).toMatchObject({ result: { state: "paid" } });
  expect(await askFor("0.01")).toMatchObject({ code: "cash_over_teller_day" });
  const other = await world.makeStaff({ role: "teller", officeId: 1n });
  const counts = [{ denomination: 100000 as const, pieces: 9 }];
  await openDrawer(world, other, counts);
  const body = { accountNumber: savings(), amount: "5000.00" };
  expect(await other.call(askCashWithdrawal, { body })).toMatchObject({ status: true });
  await set("tellerDailyCashLimit", "200000.00");
});

test("S278 above the supervisor's limit nobody pays out at once", async () => {
  await set("supervisorCashLimit", "60000.00");
  expect(await ask(teller, withSecond("60000.01"))).toMatchObject({
    code: "cash_over_limit",
    message: expect.stringMatching(/At most ₱60,000\.00/),
  });
  const requestId = await asked(teller, withSecond("60000.00"));
  await set("supervisorCashLimit", "59999.99");
  expect(await decide(supervisor, requestId)).toMatchObject({ code: "request_stale" });
});
