import { afterAll, beforeAll, expect, test } from "vitest";
import { toDecimal } from "#common/money.ts";
import { addMonths, manilaDate, manilaMonth } from "#common/manila.ts";
import { transact } from "#server/db/db.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { placeHold } from "#server/ledger/holds.ts";
import { pay } from "#test/support/loanActs.ts";
import { getSafety } from "#contract/safety.ts";
import { getLoanFile } from "#contract/staff/loanAccounts.ts";
import { makePayrollFile } from "#contract/staff/payroll.ts";
import { addLoan } from "#test/support/addLoan.ts";
import { deductionFile } from "#test/support/payrollActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, ask, asked, decide, look } from "#test/support/requestActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("S131 a payment from savings is two people's, once, to the centavo", async () => {
  const chief = await world.makeStaff({ role: "supervisor" });
  const member = await world.makeMember({ officeId: 1n, savings: 1_000_00n });
  const teller = await world.makeStaff({ role: "teller" });
  const loanNo = await addLoan(world, member);
  const payment = { kind: "pay_loan" as const, payload: { loanNo, amount: "4442.44" } };
  const requestId = await asked(teller, payment);
  expect(await ask(teller, payment)).toMatchObject({ code: "request_open_already" });
  await approve(chief, requestId);
  const answer = await teller.call(getLoanFile, { params: { loanNo } });
  if (!answer.status) throw new Error(answer.message);
  expect(answer.result.payments).toMatchObject([
    // Under a reference that people can read out: the day, and a number.
    { source: "counter", amount: 4_442_44n, reference: expect.stringMatching(/^CP\d{6}-\d{7}$/) },
  ]);
  // 1,000.00 at first, 49,225.00 of proceeds.
  expect(answer.result.savings).toBe(50_225_00n - 4_442_44n);
});

test("S131 a payment from savings is at most what ends the loan, and what the account has", async () => {
  world.setTime(new Date("2026-11-21T02:00:00Z"));
  const chief = await world.makeStaff({ role: "supervisor" });
  const teller = await world.makeStaff({ role: "teller" });
  const member = await world.makeMember({ officeId: 1n, savings: 5_000_00n });
  const loanNo = await addLoan(world, member);
  const paying = (amount: string) => ({
    kind: "pay_loan" as const,
    payload: { loanNo, amount },
  });
  // On the day of the release the principal ends it.
  expect(await ask(teller, paying("50000.01"))).toMatchObject({
    code: "loan_payment_too_much",
    message: "This loan ends with ₱50,000.00 on this day: no more is paid.",
  });
  expect(await ask(teller, paying("0.00"))).toMatchObject({
    errors: [{ param: "payload.amount" }],
  });
  const { rows } = await world.app.pool.query<{ id: string }>(
    "select ledger_account_id as id from member_account where account_number = $1",
    [member.accountNumbers.savings],
  );
  const accountId = BigInt(rows[0]?.id ?? 0);
  const at = world.app.now();
  const hold = { accountId, amount: 10_000_00n, reference: "H1", reason: "test" };
  const expiresAt = new Date(at.getTime() + 86_400_000);
  const requestId = await asked(teller, paying("45000.00"));
  await transact(world.app.db, (tx) => placeHold(tx, { ...hold, at, expiresAt }));
  // 54,225.00 of which 10,000.00 are held.
  expect(await decide(chief, requestId)).toMatchObject({ code: "request_stale" });
  expect(await ask(teller, paying("44225.01"))).toMatchObject({
    code: "member_funds_missing",
  });
  await approve(chief, await asked(teller, paying("44225.00")));
});

test("S206 a loan is paid from savings also while the member's pause runs", async () => {
  const chief = await world.makeStaff({ role: "supervisor" });
  const teller = await world.makeStaff({ role: "teller" });
  const member = await world.makeMember({ officeId: 1n, savings: 0n });
  const loanNo = await addLoan(world, member);
  await world.signIn(member);
  const browser = await world.signIn(member);
  const safety = await world.call(getSafety, { params: { guid: member.guid } }, browser);
  expect(safety).toMatchObject({ result: { pause: { reason: "new_device" } } });
  const payload = { loanNo, amount: "4442.44" };
  await approve(chief, await asked(teller, { kind: "pay_loan", payload }));
  const answer = await teller.call(getLoanFile, { params: { loanNo } });
  expect(answer).toMatchObject({ result: { payments: [{ amount: 4_442_44n }] } });
});

test("S131 S399 pay that brings all of a loan ends it, and what is over goes to savings", async () => {
  const teller = await world.makeStaff({ role: "teller" });
  const member = await world.makeMember({ officeId: 1n, savings: 0n });
  const loanNo = await addLoan(world, member);
  const paidOn = manilaDate(world.app.now());
  const file = async () => {
    const answer = await teller.call(getLoanFile, { params: { loanNo } });
    if (!answer.status) throw new Error(answer.message);
    return answer.result;
  };
  const before = await file();
  expect(before).toMatchObject({ state: "active", settlement: 50_000_00n });
  await pay(world.app, loanNo, { amount: 60_000_00n, paidOn });
  expect(await file()).toMatchObject({
    state: "fully_paid",
    outstanding: 0n,
    advance: 0n,
    savings: (before.savings ?? 0n) + 60_000_00n - 50_000_00n,
  });
  const told = await world.app.db
    .selectFrom("notification")
    .select("params")
    .where("member_id", "=", member.id)
    .where("kind", "=", "loan_refunded")
    .execute();
  expect(told).toEqual([{ params: { refNo: loanNo, amount: "₱10,000.00" } }]);
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("S131 two people end a loan early with the day's amount, and with no other", async () => {
  const member = await world.makeMember({ officeId: 1n, savings: 5_000_00n });
  const loanNo = await addLoan(world, member);
  // Sessions end overnight.
  const nextDay = async () => {
    world.setTime(new Date(world.app.now().getTime() + 86_400_000));
    const teller = await world.makeStaff({ role: "teller" });
    const file = async () => {
      const answer = await teller.call(getLoanFile, { params: { loanNo } });
      if (!answer.status) throw new Error(answer.message);
      return answer.result;
    };
    return { teller, chief: await world.makeStaff({ role: "supervisor" }), file };
  };
  const ending = (amount: bigint) => ({
    kind: "pay_loan" as const,
    payload: { loanNo, amount: toDecimal(amount), settles: true },
  });

  const first = await nextDay();
  // 12 % of 50,000.00 for a day.
  expect((await first.file()).settlement).toBe(50_016_67n);
  expect(await ask(first.teller, ending(50_016_66n))).toMatchObject({
    code: "loan_settlement_amount",
  });
  const late = await asked(first.teller, ending(50_016_67n));
  expect(await look(first.chief, late)).toMatchObject({
    before: { loanState: "active", settlementToday: "PHP 50,016.67" },
    after: { loanState: "fully_paid", paid: "PHP 50,016.67" },
    isStale: false,
  });

  const second = await nextDay();
  expect(await decide(second.chief, late)).toMatchObject({ code: "request_stale" });
  const { state, payments, savings, settlement } = await second.file();
  expect({ state, payments, settlement }).toEqual({
    state: "active",
    payments: [],
    settlement: 50_033_33n,
  });
  await approve(second.chief, await asked(second.teller, ending(50_033_33n)));
  expect(await second.file()).toMatchObject({
    state: "fully_paid",
    outstanding: 0n,
    advance: 0n,
    settlement: null,
    savings: (savings ?? 0n) - 50_033_33n,
    payments: [{ source: "counter", amount: 50_033_33n, principal: 50_000_00n, advance: 0n }],
  });
});

test("S301 whoever decides a payment that is all that ends the loan sees that it ends it, and all that is held for it pays", async () => {
  const { loanNo, teller, chief, leave, paying, file } = await lendOnVehicle(50_000_00n);
  await pay(world.app, loanNo, { amount: 20_000_00n, paidOn: manilaDate(world.app.now()) });
  const amount = (await file()).settlement ?? 0n;
  await leave(amount - 50_000_00n);
  const requestId = await asked(teller, paying(amount));
  expect(await look(chief, requestId)).toMatchObject({
    before: { loanState: "active" },
    after: { loanState: "fully_paid" },
    isStale: false,
  });
  await approve(chief, requestId);
  expect(await file()).toMatchObject({ state: "fully_paid", outstanding: 0n, advance: 0n });
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("S373 beside a deduction under way the desk takes only what it leaves, also where it was asked for before the file was made", async () => {
  const month = addMonths(manilaMonth(world.app.now()), 1);
  const [chief, teller, officer] = await Promise.all([
    world.makeStaff({ role: "supervisor" }),
    world.makeStaff({ role: "teller" }),
    world.makeStaff({ role: "loan_officer" }),
  ]);
  const file = async (loanNo: string) => {
    const answer = await teller.call(getLoanFile, { params: { loanNo } });
    if (!answer.status) throw new Error(answer.message);
    return answer.result;
  };
  const deducted = async (loanNo: string) => {
    const { due } = await world.app.db
      .selectFrom("payroll_line as d")
      .innerJoin("loan as n", "n.id", "d.loan_id")
      .select(({ fn }) => fn.sum<bigint | null>("d.due_centavos").as("due"))
      .where("n.loan_no", "=", loanNo)
      .executeTakeFirstOrThrow();
    return BigInt(due ?? 0n);
  };
  const paying = (loanNo: string, amount: bigint, settles = false) => ({
    kind: "pay_loan" as const,
    payload: { loanNo, amount: toDecimal(amount), settles },
  });
  const employed = async (employer: string) =>
    addLoan(world, await world.makeMember({ officeId: 1n, savings: 60_000_00n, employer }));
  const loanNo = await employed("PNP");
  const total = (await file(loanNo)).settlement ?? 0n;
  const before = await asked(teller, paying(loanNo, total, true));
  await deductionFile(officer, { employer: "PNP", month });
  const deduction = await deducted(loanNo);
  expect(deduction).toBeGreaterThan(0n);
  const refused = { code: "loan_deduction_under_way" };
  expect(await decide(chief, before)).toMatchObject(refused);
  expect(await file(loanNo)).toMatchObject({ state: "active", payments: [] });
  expect(await ask(teller, paying(loanNo, total, true))).toMatchObject(refused);
  expect(await ask(teller, paying(loanNo, total - deduction + 1n))).toMatchObject(refused);
  await approve(chief, await asked(teller, paying(loanNo, total - deduction)));
  expect((await file(loanNo)).settlement).toBe(deduction);

  // At the same moment: the file asks for what the payment leaves, or the payment sees the file.
  for (const employer of ["BFP", "BJMP", "NBI", "BUCOR"]) {
    // oxlint-disable-next-line no-await-in-loop -- one loan after the other
    const other = await employed(employer);
    // oxlint-disable-next-line no-await-in-loop -- one loan after the other
    const owed = (await file(other)).settlement ?? 0n;
    // oxlint-disable-next-line no-await-in-loop -- one loan after the other
    const requestId = await asked(teller, paying(other, owed, true));
    // oxlint-disable-next-line no-await-in-loop -- both at the same moment
    const [decided, made] = await Promise.all([
      decide(chief, requestId),
      officer.call(makePayrollFile, { body: { employer, month } }),
    ]);
    expect([decided.status, made.status]).toEqual(made.status ? [false, true] : [true, false]);
  }
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

/** Lends 100,000.00 on a vehicle, for which these savings are held as far as they go. */
async function lendOnVehicle(savings: bigint) {
  const chief = await world.makeStaff({ role: "supervisor" });
  const teller = await world.makeStaff({ role: "teller" });
  const member = await world.makeMember({ officeId: 1n, savings });
  const loanNo = await addLoan(world, member, { product: "BL-PVL", amount: 100_000_00n });
  const file = async (who = teller) => {
    const answer = await who.call(getLoanFile, { params: { loanNo } });
    if (!answer.status) throw new Error(answer.message);
    return answer.result;
  };
  /** Something else holds the rest of the savings. */
  const leave = async (left: bigint) => {
    const { id, available } = await world.app.db
      .selectFrom("member_account as a")
      .innerJoin("ledger_account as l", "l.id", "a.ledger_account_id")
      .select(["l.id", "l.available_centavos as available"])
      .where("a.member_id", "=", member.id)
      .where("a.product", "=", "savings")
      .executeTakeFirstOrThrow();
    const at = world.app.now();
    const hold = { accountId: id, amount: (available ?? 0n) - left, reference: "H2" };
    const expiresAt = new Date(at.getTime() + 86_400_000);
    await transact(world.app.db, (tx) => placeHold(tx, { ...hold, reason: "test", at, expiresAt }));
  };
  const paying = (amount: bigint, settles = false) => ({
    kind: "pay_loan" as const,
    payload: { loanNo, amount: toDecimal(amount), settles },
  });
  return { loanNo, chief, teller, file, leave, paying };
}

test("S131 what is held for a loan pays as much of it as its principal goes down by, and no more", async () => {
  const loan = await lendOnVehicle(99_000_00n);
  const { leave, paying, file } = loan;
  await leave(4_000_00n);
  // Before its due day all of it would be kept ahead, and that frees nothing.
  const missing = { code: "member_funds_missing" };
  expect(await ask(loan.teller, paying(6_000_00n))).toMatchObject(missing);
  // Sessions end overnight.
  world.setTime(new Date(`${(await file()).firstDueOn}T02:00:00Z`));
  const teller = await world.makeStaff({ role: "teller" });
  const chief = await world.makeStaff({ role: "supervisor" });
  // Most of it is more than the instalment.
  expect(await ask(teller, paying(20_000_00n))).toMatchObject(missing);
  await approve(chief, await asked(teller, paying(6_000_00n)));
  expect((await file(teller)).payments).toMatchObject([{ source: "counter", amount: 6_000_00n }]);
});

test("S131 all that is held for a loan pays its end, also where money was paid ahead", async () => {
  const { loanNo, chief, teller, leave, paying, file } = await lendOnVehicle(50_000_00n);
  await pay(world.app, loanNo, { amount: 20_000_00n, paidOn: manilaDate(world.app.now()) });
  const { settlement, advance } = await file();
  expect(advance).toBeGreaterThan(0n);
  const amount = settlement ?? 0n;
  await leave(amount - 50_000_00n);
  await approve(chief, await asked(teller, paying(amount, true)));
  expect(await file()).toMatchObject({ state: "fully_paid", outstanding: 0n, advance: 0n });
  expect(await checkInvariants(world.app.db)).toEqual([]);
});
