import { afterAll, beforeAll, expect, test } from "vitest";
import { toDecimal } from "#common/money.ts";
import { getAccount, getMovements } from "#contract/accounts.ts";
import {
  getPayrollFile,
  listPayrollLines,
  makePayrollFile,
  type PayrollLine,
  type RemittanceLine,
  sendRemittance,
  undoPayrollLine,
} from "#contract/staff/payroll.ts";
import {
  endStandingDeduction,
  listStandingDeductions,
  setStandingDeduction,
} from "#contract/staff/standingDeductions.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { addLoan } from "#test/support/addLoan.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { deductionFile, posting, readFile, rowsOf, settling } from "#test/support/payrollActs.ts";
import { approve, ask, asked, trail } from "#test/support/requestActs.ts";
import { postRemittance } from "./postRemittance.ts";

let world: World;
let officer: TestStaff;
let chief: TestStaff;

beforeAll(async () => {
  world = await makeWorld();
  await goTo("2026-11-05");
});
afterAll(() => world.close());

async function goTo(day: string): Promise<void> {
  world.setTime(new Date(`${day}T10:00:00+08:00`));
  officer = await world.makeStaff({ role: "loan_officer" });
  chief = await world.makeStaff({ role: "supervisor" });
}

async function employed(employer: string, fixed = 1_000_00n, free = 9_000_00n) {
  const member = await world.makeMember({
    officeId: 1n,
    savings: 500_00n,
    storage: 0n,
    capital: { withdrawable: free, fixed },
    card: null,
  });
  await world.app.db.updateTable("member").set({ employer }).where("id", "=", member.id).execute();
  return member;
}

const set = (accountNo: string | undefined, monthly: string, more = {}) =>
  officer.call(setStandingDeduction, {
    body: {
      accountNo: accountNo ?? "",
      monthly,
      firstMonth: "2026-11",
      authority: "Form 12, No. 4471",
      ...more,
    },
  });

/** Lines of the file of a month, each as what it is for and how much. */
async function linesOf(employer: string, month: string): Promise<PayrollLine[]> {
  const answer = await officer.call(listPayrollLines, { query: { show: "all", employer, month } });
  if (!answer.status) throw new Error(answer.message);
  return answer.result.rows.toSorted((a, b) => a.line - b.line);
}

type Row = {
  loan?: string | undefined;
  account?: string | undefined;
  amount: string;
  member?: string;
};

async function sent(employer: string, rows: Row[], month = "2026-11"): Promise<string> {
  const sum = rows.reduce((total, { amount }) => total + BigInt(amount.replace(".", "")), 0n);
  const { body } = await officer.callRaw(sendRemittance, {
    query: { employer, month, fileName: "pay.csv", received: toDecimal(sum) },
    body: [
      "loan_no,account_no,membership_no,amount",
      ...rows.map(({ loan, account, member, amount }) =>
        [loan, account, member, amount].map((cell) => cell ?? "").join(","),
      ),
    ].join("\r\n"),
  });
  const { result } = body as { result?: { remittanceId: string } };
  if (result === undefined) throw new Error(JSON.stringify(body));
  return result.remittanceId;
}

async function posted(remittanceId: string): Promise<RemittanceLine[]> {
  const file = await readFile(officer, remittanceId);
  await approve(chief, await asked(officer, posting(file)));
  // Two workers at once, and one that comes after them.
  await Promise.all([1, 2].map(() => postRemittance(world.app, BigInt(remittanceId))));
  await postRemittance(world.app, BigInt(remittanceId));
  return rowsOf(officer, file.reference);
}

/** What the member has: fixed and free part of the contribution, and savings. */
async function held({ id }: TestMember): Promise<bigint[]> {
  const accounts = await world.app.db
    .selectFrom("member_account as a")
    .innerJoin("ledger_account as l", "l.id", "a.ledger_account_id")
    .leftJoin("ledger_account as f", "f.id", "a.fixed_ledger_account_id")
    .select(["a.product", "l.balance_centavos as free", "f.balance_centavos as fixed"])
    .where("a.member_id", "=", id)
    .execute();
  const of = (product: string) => accounts.find((one) => one.product === product);
  return [of("me")?.fixed ?? -1n, of("me")?.free ?? -1n, of("savings")?.free ?? -1n];
}

/** What employers still owe: debit less credit of 1310. */
async function owed(): Promise<bigint> {
  const { rows } = await world.app.pool.query<{ owed: bigint }>(
    `select coalesce(sum(case p.side when 'D' then p.amount_centavos else -p.amount_centavos end), 0)::bigint as owed
     from posting p join ledger_account a on a.id = p.ledger_account_id where a.code = '1310'`,
  );
  return rows[0]?.owed ?? 0n;
}

test("S280 contribution, savings and loan of a member come in one file, each to its place, once and to the centavo", async () => {
  const employer = "PNP";
  const member = await employed(employer);
  const loanNo = await addLoan(world, member);
  const [, , saved = 0n] = await held(member);
  const { me, savings } = member.accountNumbers;
  expect(await set(me, "700.05")).toMatchObject({ status: true });
  expect(await set(savings, "300.00")).toMatchObject({ status: true });
  const fileId = await deductionFile(officer, { employer, month: "2026-11" });
  const lines = await linesOf(employer, "2026-11");
  expect(lines.map(({ loanNo: loan, accountNo, due }) => [loan || accountNo, due])).toEqual([
    [loanNo, expect.any(BigInt)],
    [me, 700_05n],
    [savings, 300_00n],
  ]);
  const due = lines[0]?.due ?? 0n;
  const { text } = await officer.callRaw(getPayrollFile, { params: { fileId } });
  expect(
    text
      .split("\r\n")
      .slice(0, 4)
      .map((line) => line.split(",").slice(4, 6)),
  ).toEqual([
    ["loan_no", "account_no"],
    [loanNo, ""],
    ["", me],
    ["", savings],
  ]);
  const before = await owed();
  const remittanceId = await sent(employer, [
    { account: savings, amount: "300.00" },
    { loan: loanNo, amount: toDecimal(due) },
    { account: me, amount: "700.05", member: member.membershipNo },
  ]);
  expect((await posted(remittanceId)).map(({ verdict, state }) => [verdict, state])).toEqual([
    ["right", "posted"],
    ["right", "posted"],
    ["right", "posted"],
  ]);
  // A tenth of the new high of 10,700.05, rounded up.
  expect(await held(member)).toEqual([1_070_01n, 9_630_04n, saved + 300_00n]);
  expect(await owed()).toBe(before);
  const told = await world.app.db
    .selectFrom("notification")
    .select(["kind", "params"])
    .where("member_id", "=", member.id)
    .where("kind", "=", "payroll_deposit_taken")
    .orderBy("id")
    .execute();
  expect(told.map(({ params }) => params)).toMatchObject([
    { amount: "\u20B1300.00" },
    { amount: "\u20B1700.05" },
  ]);
  const browser = await world.signIn(member);
  const params = { guid: member.guid, accountNo: savings ?? "" };
  expect(await world.call(getAccount, { params }, browser)).toMatchObject({
    result: { fromPay: { monthly: 300_00n, firstMonth: "2026-11" } },
  });
  const movements = await world.call(getMovements, { params, query: {} }, browser);
  expect(movements).toMatchObject({
    result: [{ kind: "PAYROLL_DEPOSIT post", amount: 300_00n }, {}, {}],
  });
  expect((await linesOf(employer, "2026-11")).map(({ state }) => state)).toEqual([
    "answered",
    "answered",
    "answered",
  ]);
  expect(await checkInvariants(world.app.db)).toEqual([]);
  // The same month again, by another file.
  const again = await sent(employer, [
    { account: savings, amount: "300.00" },
    { account: me, amount: "700.05" },
    { account: me, amount: "700.06" },
  ]);
  const { reference } = await readFile(officer, again);
  expect((await rowsOf(officer, reference)).map(({ verdict }) => verdict)).toEqual([
    "paid_already",
    "paid_already",
    "twice_in_file",
  ]);
});

test("S280 each row that is not right for an account says why, and two people place its money", async () => {
  const employer = "BFP";
  const member = await employed(employer, 0n, 0n);
  const other = await employed("BJMP");
  const loanNo = await addLoan(world, member);
  const [, , saved = 0n] = await held(member);
  const { me, savings, storage } = member.accountNumbers;
  await set(me, "700.00");
  await deductionFile(officer, { employer, month: "2026-11" });
  const remittanceId = await sent(employer, [
    { account: me, amount: "650.00" },
    { account: savings, amount: "10.00" },
    { account: other.accountNumbers.savings, amount: "20.00" },
    { account: savings, amount: "30.00", member: other.membershipNo },
    { account: storage, amount: "40.00" },
    { loan: loanNo, account: savings, amount: "50.00" },
    { account: "200100000000", amount: "60.00" },
  ]);
  const rows = await posted(remittanceId);
  expect(rows.map(({ verdict }) => verdict)).toEqual([
    "other_amount",
    "other_amount",
    "not_employed",
    "unknown_account",
    "unknown_account",
    "two_targets",
    "unknown_account",
  ]);
  expect(await held(member)).toEqual([0n, 0n, saved]);
  expect(await owed()).toBe(-860_00n);
  const [less, unasked, , , , both] = rows;
  if (less === undefined || unasked === undefined || both === undefined) throw new Error("no rows");
  const onAccount = (row: RemittanceLine, accountNo = "", loan = "") => {
    const { kind, payload } = settling(row, "post", loan);
    return { kind, payload: { ...payload, accountNo } };
  };
  for (const [accountNo, loan] of [
    ["", ""],
    [savings, loanNo],
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- two of them
    expect(await ask(officer, onAccount(both, accountNo, loan))).toMatchObject({ httpStatus: 422 });
  }
  expect(await ask(officer, onAccount(both, storage))).toMatchObject({
    code: "request_does_not_apply",
  });
  await approve(chief, await asked(officer, onAccount(less, me)));
  await approve(chief, await asked(officer, onAccount(unasked, savings)));
  await approve(chief, await asked(officer, onAccount(both, savings)));
  // Up to 1,000.00 all of a contribution is fixed.
  expect(await held(member)).toEqual([650_00n, 0n, saved + 60_00n]);
  expect(await owed()).toBe(-150_00n);
  expect(await checkInvariants(world.app.db)).toEqual([]);
  const { rows: entries } = await world.app.pool.query<{ id: bigint }>(
    "select journal_entry_id as id from payroll_deposit order by line_id",
  );
  const accountant = await world.makeStaff({ role: "supervisor", officeId: null });
  for (const { id } of entries) {
    const reversal = { kind: "journal_reversal" as const, payload: { entryId: String(id) } };
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await ask(accountant, reversal)).toMatchObject({ code: "journal_of_loan" });
  }
});

test("a month that was not deducted is not made up, and what was asked of one employer no other is asked for", async () => {
  const employer = "NBI";
  const member = await employed(employer);
  const { me } = member.accountNumbers;
  await set(me, "100.00");
  await deductionFile(officer, { employer, month: "2026-11" });
  await world.app.db
    .updateTable("member")
    .set({ employer: "NAPOLCOM" })
    .where("id", "=", member.id)
    .execute();
  const another = await employed("NAPOLCOM");
  await set(another.accountNumbers.savings, "5.00");
  await deductionFile(officer, { employer: "NAPOLCOM", month: "2026-11" });
  expect((await linesOf("NAPOLCOM", "2026-11")).map(({ accountNo }) => accountNo)).toEqual([
    another.accountNumbers.savings,
  ]);
  const [line] = await linesOf(employer, "2026-11");
  const undo = () =>
    officer.call(undoPayrollLine, {
      params: { fileId: line?.fileId ?? "", line: String(line?.line) },
      body: { reason: "The member moved to another office" },
    });
  expect(await undo()).toMatchObject({ code: "payroll_line_month" });
  await goTo("2026-12-02");
  expect(await undo()).toMatchObject({ status: true });
  expect(await undo()).toMatchObject({ code: "payroll_line_answered" });
  expect(await trail(world, `member_account:${me}`)).toContain(
    `${officer.username}: payroll_line_undone`,
  );
  await deductionFile(officer, { employer: "NAPOLCOM", month: "2026-12" });
  const due = new Map(
    (await linesOf("NAPOLCOM", "2026-12")).map((one) => [one.accountNo, one.due] as const),
  );
  expect(due.get(me ?? "")).toBe(100_00n);
});

test("S280 a deduction is set by a signed form, changed and ended, and everything of it stays on record", async () => {
  await goTo("2026-12-03");
  const member = await employed("PDEA");
  const { me, storage } = member.accountNumbers;
  const nobody = await employed("");
  const bad = [
    [storage, {}, "deduction_account"],
    ["1001", {}, "deduction_account"],
    [nobody.accountNumbers.me, {}, "deduction_employer"],
    [me, { firstMonth: "2026-11" }, "deduction_month"],
    [me, { firstMonth: "2028-01" }, "deduction_month"],
    [me, { authority: " " }, "invalid_parameters"],
    [me, { monthly: "0.00" }, "invalid_parameters"],
  ] as const;
  const answers = await Promise.all(
    bad.map(([accountNo, more]) => set(accountNo, "100.00", { firstMonth: "2026-12", ...more })),
  );
  expect(answers.map((answer) => (answer.status ? "" : answer.code))).toEqual(
    bad.map(([, , code]) => code),
  );
  const later = { firstMonth: "2027-01" };
  const twice = await Promise.all([set(me, "100.00", later), set(me, "100.00", later)]);
  expect(twice.map(({ status }) => status)).toEqual([true, true]);
  expect(await set(me, "150.00", later)).toMatchObject({ status: true });
  const list = async (show: "running" | "ended") => {
    const answer = await chief.call(listStandingDeductions, { query: { show, employer: "PDEA" } });
    if (!answer.status) throw new Error(answer.message);
    return answer.result.rows;
  };
  expect((await list("ended")).map(({ monthly }) => monthly)).toEqual([100_00n]);
  const [running] = await list("running");
  expect(running).toMatchObject({ accountNo: me, monthly: 150_00n, setBy: officer.username });
  expect(await trail(world, `member:${member.guid}`)).toContain(
    `${chief.username}: look_at_member`,
  );
  // Not before its first month.
  const made = await officer.call(makePayrollFile, {
    body: { employer: "PDEA", month: "2026-12" },
  });
  expect(made).toMatchObject({ code: "payroll_nothing_due" });
  const end = (staff: TestStaff) =>
    staff.call(endStandingDeduction, {
      params: { deductionId: running?.deductionId ?? "" },
      body: { reason: "The member wrote on December 3" },
    });
  const teller = await world.makeStaff({ role: "teller" });
  expect(await end(teller)).toMatchObject({ code: "not_your_role" });
  const ended = await Promise.all([end(officer), end(chief)]);
  expect(ended.filter(({ status }) => status)).toHaveLength(1);
  expect(ended.find(({ status }) => !status)).toMatchObject({ code: "deduction_ended" });
  expect(await list("running")).toEqual([]);
  const told = await world.app.db
    .selectFrom("notification")
    .select(["kind", "params"])
    .where("member_id", "=", member.id)
    .orderBy("id")
    .execute();
  expect(told).toMatchObject([
    {
      kind: "deduction_set",
      params: { date: expect.stringContaining("2027"), amount: "\u20B1100.00" },
    },
    { kind: "deduction_set", params: { amount: "\u20B1150.00", authority: "Form 12, No. 4471" } },
    { kind: "deduction_ended", params: { account: "Capital Contribution" } },
  ]);
});
