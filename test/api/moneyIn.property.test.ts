import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import { getMovements, type Movement } from "#contract/accounts.ts";
import { takeCashDeposit } from "#contract/staff/cash.ts";
import { freezeMember } from "#contract/staff/memberActions.ts";
import { listStatements } from "#contract/statements.ts";
import { transact } from "#server/db/db.ts";
import { runEarnings } from "#server/domains/earnings/runEarnings.ts";
import { runLoanDays } from "#server/domains/loans/jobs/runLoanDays.ts";
import { takePayment } from "#server/domains/loans/payments/takePayment.ts";
import { postRemittance } from "#server/domains/payroll/postRemittance.ts";
import { makeStatements } from "#server/domains/statements/makeStatements.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { Refusal } from "#server/refusal.ts";
import { addLoan } from "#test/support/addLoan.ts";
import type { Browser } from "#test/support/browser.ts";
import { type Chance, chanceOf } from "#test/support/chance.ts";
import { savingsOf, sendInward } from "#test/support/inwardActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { openDrawer } from "#test/support/vaultActs.ts";
import { posting, readFile, rowsOf, sentAccountRows, settling } from "#test/support/payrollActs.ts";
import { approve, ask, asked, decide } from "#test/support/requestActs.ts";

/** Another one is another sequence. */
const SEED = 20_261_129;
const LIVES = 3;
const STEPS = 56;
/** Then the members are frozen, and so much more happens. */
const STEPS_AFTER = 14;
const BEGIN = "2026-01-05";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

/** What a member has: savings, and the two parts of the contribution together. */
type Held = { savings: bigint; me: bigint };
type Desk = { teller: TestStaff; officer: TestStaff; chief: TestStaff; fraud: TestStaff };
type Life = { member: TestMember; loanNo: string; held: Held; isFrozen: boolean };
/** One run: what happened so far, reckoned beside the books. */
type Run = { chance: Chance; lives: Life[]; day: string; desk: Desk; step: number };

async function openDesk(day: string): Promise<Desk> {
  world.setTime(new Date(`${day}T10:00:00+08:00`));
  const teller = await world.makeStaff({ role: "teller", officeId: 1n });
  await openDrawer(world, teller, [{ denomination: 100000, pieces: 1 }]);
  return {
    teller,
    officer: await world.makeStaff({ role: "loan_officer" }),
    chief: await world.makeStaff({ role: "supervisor", officeId: 1n }),
    fraud: await world.makeStaff({ role: "fraud_officer" }),
  };
}

async function beginLife(): Promise<Life> {
  const member = await world.makeMember({
    officeId: 1n,
    savings: 500_00n,
    capital: { withdrawable: 900_00n, fixed: 100_00n },
    card: null,
  });
  await world.app.db
    .updateTable("member")
    .set({ employer: "PNP" })
    .where("id", "=", member.id)
    .execute();
  const loanNo = await addLoan(world, member);
  return { member, loanNo, held: await inBooks(member), isFrozen: false };
}

async function inBooks({ id }: TestMember): Promise<Held> {
  const rows = await world.app.db
    .selectFrom("member_account as a")
    .innerJoin("ledger_account as l", "l.id", "a.ledger_account_id")
    .leftJoin("ledger_account as f", "f.id", "a.fixed_ledger_account_id")
    .select(["a.product", "l.balance_centavos as free", "f.balance_centavos as fixed"])
    .where("a.member_id", "=", id)
    .execute();
  const of = (product: string) => {
    const row = rows.find((one) => one.product === product);
    return (row?.free ?? 0n) + (row?.fixed ?? 0n);
  };
  return { savings: of("savings"), me: of("me") };
}

const amountOf = (chance: Chance): bigint =>
  BigInt(chance.below(chance.pick([100, 100_000, 3_000_000])) + 1);

/** Another bank sends money; the switch may say so twice. */
async function fromBank({ chance, step }: Run, { member, held }: Life): Promise<void> {
  const amount = amountOf(chance);
  const inward = { txId: `TX-${step}`, account: savingsOf(member), amount };
  expect(await sendInward(world, inward)).toBe("ACSC");
  if (chance.below(2) === 0) expect(await sendInward(world, inward)).toBe("ACSC");
  held.savings += amount;
}

/** Cash at the counter, the same press twice now and then. */
async function cash({ chance, desk, step }: Run, { member, held }: Life): Promise<void> {
  const amount = amountOf(chance);
  const to = chance.pick(["savings", "me"] as const);
  const take = () =>
    desk.teller.call(
      takeCashDeposit,
      { body: { accountNumber: member.accountNumbers[to] ?? "", amount: toDecimal(amount) } },
      { idempotencyKey: `cash-of-step-${step}` },
    );
  const answers = await Promise.all(chance.below(2) === 0 ? [take(), take()] : [take()]);
  expect(answers.every(({ status }) => status)).toBe(true);
  held[to] += amount;
}

/** An employer brings money that nobody asked for; two people put it into the account, or give it back. */
async function pay({ chance, desk, day }: Run, { member, held }: Life): Promise<void> {
  const amount = amountOf(chance);
  const to = chance.pick(["savings", "me"] as const);
  const accountNo = member.accountNumbers[to] ?? "";
  const of = { employer: "PNP", month: day.slice(0, 7) };
  const remittanceId = await sentAccountRows(desk.officer, [[accountNo, toDecimal(amount)]], of);
  const file = await readFile(desk.officer, remittanceId);
  await approve(desk.chief, await asked(desk.officer, posting(file)));
  await Promise.all([1, 2].map(() => postRemittance(world.app, BigInt(remittanceId))));
  const [row] = await rowsOf(desk.officer, file.reference);
  if (row?.state !== "exception") throw new Error("nothing was asked of this pay");
  const isKept = chance.below(4) > 0;
  const { kind, payload } = settling(row, isKept ? "post" : "give_back");
  const settled = { kind, payload: { ...payload, accountNo: isKept ? accountNo : "" } };
  await approve(desk.chief, await asked(desk.officer, settled));
  if (isKept) held[to] += amount;
}

/** The loan is paid from savings, by more than there is or is owed now and then: then nothing moves. */
async function payLoan({ chance, day, step }: Run, { loanNo, held }: Life): Promise<void> {
  const amount = amountOf(chance);
  const payment = {
    loanNo,
    reference: `LP-${step}`,
    source: "counter",
    amount,
    paidOn: day,
    actor: { kind: "staff", name: "loan.officer" },
    correlationId: "test",
  } as const;
  const taken = await transact(world.app.db, (tx) => takePayment(tx, world.app, payment)).catch(
    (error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    },
  );
  if (amount > held.savings) expect(taken).toBeUndefined();
  if (taken !== undefined) held.savings -= amount;
}

/**
 * Cash is paid out when a second person agrees; now and then more than there is, more than is in the drawer, or to
 * somebody who is frozen: then nothing moves.
 */
async function takeOut({ chance, desk }: Run, { member, held, isFrozen }: Life): Promise<void> {
  const amount = amountOf(chance);
  const request = {
    kind: "cash_withdrawal" as const,
    payload: {
      accountNumber: member.accountNumbers.savings ?? "",
      amount: toDecimal(amount),
      identityDocument: "UMID ending 1234",
    },
  };
  const answer = await ask(desk.teller, request);
  if (!answer.status) {
    expect(isFrozen || amount > held.savings).toBe(true);
    return;
  }
  expect(isFrozen).toBe(false);
  const { status } = await decide(desk.chief, answer.result.requestId);
  if (status) held.savings -= amount;
  // It stays open, and one for an account is open at a time.
  else await decide(desk.chief, answer.result.requestId, "reject");
}

/** Stops the member's own access; money comes in all the same. */
async function freeze({ desk }: Run, life: Life): Promise<void> {
  const answer = await desk.fraud.call(freezeMember, {
    params: { memberGuid: life.member.guid },
    body: { channel: "hotline", reason: "The phone was stolen" },
  });
  expect(answer).toMatchObject({ status: true });
  life.isFrozen = true;
}

/** Days go by, months end: interest, loans and statements do what is theirs, and once more after a stop. */
async function daysPass(run: Run): Promise<void> {
  run.day = addDays(run.day, run.chance.below(30) + 1);
  run.desk = await openDesk(run.day);
  const before = await Promise.all(run.lives.map(({ member }) => earned(member)));
  for (let time = 0; time < 2; time += 1) {
    /* oxlint-disable no-await-in-loop -- one after the other */
    await runLoanDays(world.app);
    await runEarnings(world.app);
    await makeStatements(world.app);
    /* oxlint-enable no-await-in-loop */
  }
  const after = await Promise.all(run.lives.map(({ member }) => earned(member)));
  for (const [index, { held }] of run.lives.entries()) {
    held.savings += (after[index] ?? 0n) - (before[index] ?? 0n);
  }
}

/** What the lines of posted months say that savings earned, less tax. */
async function earned({ id }: TestMember): Promise<bigint> {
  const { rows } = await world.app.pool.query<{ net: string }>(
    `select coalesce(sum(l.gross_centavos - l.tax_centavos), 0) as net
     from earning_line l join earning_run r on r.id = l.run_id and r.state = 'posted'
     join member_account a on a.id = l.account_id where a.member_id = $1 and a.product = 'savings'`,
    [id],
  );
  return BigInt(rows[0]?.net ?? 0);
}

const ACTS = [fromBank, cash, cash, takeOut, pay, payLoan, payLoan, daysPass];

async function live(run: Run, steps: number, told: string[]): Promise<void> {
  for (const end = run.step + steps; run.step < end; run.step += 1) {
    const act = run.chance.pick(ACTS);
    told.push(act.name);
    /* oxlint-disable no-await-in-loop -- one after the other */
    await act(run, run.chance.pick(run.lives));
    const books = await Promise.all(run.lives.map(({ member }) => inBooks(member)));
    /* oxlint-enable no-await-in-loop */
    expect(books, told.join(", ")).toEqual(run.lives.map(({ held }) => held));
  }
}

async function pageOf(
  params: { guid: string; accountNo: string },
  lastTranId: string,
  browser: Browser,
): Promise<Movement[]> {
  const answer = await world.call(getMovements, { params, query: { lastTranId } }, browser);
  if (!answer.status) throw new Error(answer.code);
  return answer.result;
}

/** As the member sees it: each movement leaves what the next begins with, and so does each month. */
async function expectChained({ member, held }: Life, product: keyof Held): Promise<void> {
  const browser = await world.signIn(member);
  const params = { guid: member.guid, accountNo: member.accountNumbers[product] ?? "" };
  const movements: Movement[] = [];
  for (let lastTranId: string | undefined = ""; lastTranId !== undefined;) {
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const page: Movement[] = await pageOf(params, lastTranId, browser);
    movements.push(...page);
    lastTranId = page.length < 20 ? undefined : page.at(-1)?.id;
  }
  let balance = 0n;
  for (const movement of movements.toReversed()) {
    balance += movement.amount;
    expect(movement.balance).toBe(balance);
  }
  expect(balance).toBe(held[product]);
  const answer = await world.call(listStatements, { params, query: {} }, browser);
  if (!answer.status) throw new Error(answer.code);
  const months = answer.result.toReversed();
  expect(months.length).toBeGreaterThan(0);
  for (const [index, { opening, moneyIn, moneyOut, closing }] of months.entries()) {
    expect(closing).toBe(opening + moneyIn - moneyOut);
    expect(opening).toBe(months[index - 1]?.closing ?? 0n);
  }
}

test("however money comes in and goes to a loan over months, balances, movements and statements say the same to the centavo", async () => {
  const desk = await openDesk(BEGIN);
  const lives = [];
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (let count = 0; count < LIVES; count += 1) lives.push(await beginLife());
  const run: Run = { chance: chanceOf(SEED), lives, day: BEGIN, desk, step: 0 };
  const told: string[] = [];
  await live(run, STEPS, told);
  await daysPass(run);
  for (const life of lives) {
    for (const product of ["savings", "me"] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expectChained(life, product);
    }
  }
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (const life of lives) await freeze(run, life);
  await live(run, STEPS_AFTER, told);
  expect(await checkInvariants(world.app.db)).toEqual([]);
});
