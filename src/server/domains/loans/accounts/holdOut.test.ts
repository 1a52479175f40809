import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transact } from "#server/db/db.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { placeHold } from "#server/ledger/holds.ts";
import { runLoanDays } from "#server/domains/loans/jobs/runLoanDays.ts";
import { addLoan } from "#test/support/addLoan.ts";
import { pay } from "#test/support/loanActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { readLoanAccount } from "./readLoanAccount.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
beforeEach(() => goTo("2026-11-21"));
afterAll(() => world.close());

/** The first instalment of what is lent on the day the world begins falls due. */
const DUE = "2026-12-31";
const goTo = (day: string) => world.setTime(new Date(`${day}T09:00:00+08:00`));

/** Balance and what is held of an account. */
async function moneyOf(member: TestMember, product: "savings" | "me") {
  return world.app.db
    .selectFrom("member_account as a")
    .innerJoin("ledger_account as l", "l.id", "a.ledger_account_id")
    .select(["l.id", "l.balance_centavos as balance", "l.hold_centavos as held"])
    .where("a.member_id", "=", member.id)
    .where("a.product", "=", product)
    .executeTakeFirstOrThrow();
}

async function principalOf(loanNo: string): Promise<bigint> {
  const { principal_outstanding_centavos: principal } = await world.app.db
    .selectFrom("loan")
    .select("principal_outstanding_centavos")
    .where("loan_no", "=", loanNo)
    .executeTakeFirstOrThrow();
  return principal;
}

test("a loan for a vehicle holds the savings there are, never its proceeds, and frees them as it is paid", async () => {
  const member = await world.makeMember({ savings: 99_000_00n });
  const loanNo = await addLoan(world, member, { product: "BL-PVL", amount: 100_000_00n });
  const released = await moneyOf(member, "savings");
  expect(released.held).toBe(99_000_00n);
  expect(released.balance).toBeGreaterThan(190_000_00n);

  // What waits for its due day is no principal yet.
  await pay(world.app, loanNo, { amount: 5_000_00n, paidOn: "2026-11-21" });
  expect((await moneyOf(member, "savings")).held).toBe(99_000_00n);
  goTo(DUE);
  await pay(world.app, loanNo, { amount: 5_000_00n, paidOn: DUE });
  expect((await moneyOf(member, "savings")).held).toBe(await principalOf(loanNo));
  goTo("2027-01-01");
  await runLoanDays(world.app);
  const principal = await principalOf(loanNo);
  expect(principal).toBeLessThan(95_000_00n);
  expect((await moneyOf(member, "savings")).held).toBe(principal);

  // Everything else is held for something else: what is held for the loan pays it.
  const { balance, held, id } = await moneyOf(member, "savings");
  const at = world.app.now();
  const expiresAt = new Date(at.getTime() + 86_400_000);
  const other = { accountId: id, amount: balance - held, reference: "H1", reason: "test" };
  await transact(world.app.db, (tx) => placeHold(tx, { ...other, at, expiresAt }));
  const who = { memberId: member.id, loanNo };
  const { total: amount } = (await readLoanAccount(world.app, who)).settlement;
  const settlement = { amount, paidOn: "2027-01-01", reference: "END", settles: true };
  await pay(world.app, loanNo, { ...settlement, source: "counter" });
  expect(await moneyOf(member, "savings")).toMatchObject({
    balance: balance - amount,
    held: balance - held,
  });
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("with less in savings less is held, and with none nothing", async () => {
  const member = await world.makeMember({ savings: 0n });
  await addLoan(world, member, { product: "BL-VL", amount: 300_000_00n });
  expect((await moneyOf(member, "savings")).held).toBe(0n);
});

test("of the capital contribution no more is held than the principal that is left", async () => {
  const member = await world.makeMember({
    savings: 0n,
    capital: { withdrawable: 80_000_00n, fixed: 10_000_00n },
  });
  const loanNo = await addLoan(world, member, { product: "BL", amount: 60_000_00n });
  expect((await moneyOf(member, "me")).held).toBe(60_000_00n);
  goTo(DUE);
  await pay(world.app, loanNo, { amount: 5_000_00n, paidOn: DUE });
  const principal = await principalOf(loanNo);
  expect(principal).toBeLessThan(60_000_00n);
  expect((await moneyOf(member, "me")).held).toBe(principal);
});
