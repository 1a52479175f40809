import { afterAll, beforeAll, expect, test } from "vitest";
import {
  getPayrollFile,
  getRemittance,
  listRemittanceLines,
  makePayrollFile,
  type RemittanceLine,
  type RemittanceRow,
  sendRemittance,
} from "#contract/staff/payroll.ts";
import { toDecimal } from "#common/money.ts";
import { runLoanDays } from "#server/domains/loans/jobs/runLoanDays.ts";
import { addLoan } from "#test/support/addLoan.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, ask, asked, decide } from "#test/support/requestActs.ts";
import { posting, settling } from "#test/support/payrollActs.ts";
import { postRemittance } from "./postRemittance.ts";

const EMPLOYER = "PNP";
const MONTH = "2026-11";
/** 50,000.00 at 12 percent for 12 months; the first instalment is that of a release on the 21st. */
const RELEASED = new Date("2026-11-05T02:00:00Z");

let world: World;
let officer: TestStaff;
let chief: TestStaff;
const loans: { loanNo: string; member: TestMember; due: bigint }[] = [];

beforeAll(async () => {
  world = await makeWorld();
  world.setTime(RELEASED);
  officer = await world.makeStaff({ role: "loan_officer" });
  chief = await world.makeStaff({ role: "supervisor" });
  for (const employer of [EMPLOYER, EMPLOYER, EMPLOYER, EMPLOYER, "BFP"]) {
    // oxlint-disable-next-line no-await-in-loop -- their numbers are in the order of the loans
    loans.push({ ...(await addLoanOf(employer)), due: 0n });
  }
});
afterAll(() => world.close());

async function addLoanOf(employer: string) {
  const member = await world.makeMember({ officeId: 1n, savings: 0n });
  await world.app.db
    .updateTable("member")
    .set({ employer, last_name: "=cmd|' /C calc'!A0" })
    .where("id", "=", member.id)
    .execute();
  return { member, loanNo: await addLoan(world, member) };
}

const make = (month = MONTH, employer = EMPLOYER) =>
  officer.call(makePayrollFile, { body: { employer, month } });

const loanAt = (index: number) => {
  const loan = loans[index];
  if (loan === undefined) throw new Error(`there is no loan ${index}`);
  return loan;
};

test("S114 the file of deductions is made once, says every centavo due, and runs nothing in a spreadsheet", async () => {
  const [first, twin] = await Promise.all([make(), make()]);
  if (!first.status || !twin.status) throw new Error("no file");
  expect(twin.result.fileId).toBe(first.result.fileId);
  const params = { fileId: first.result.fileId };
  const { text } = await officer.callRaw(getPayrollFile, { params });
  const lines = text.trimEnd().split("\r\n").slice(1);
  expect(lines).toHaveLength(4);
  for (const line of lines) expect(line).toContain("'=cmd|");
  for (const line of lines) {
    const loan = loans.find(({ loanNo }) => line.includes(loanNo));
    if (loan === undefined) throw new Error(line);
    loan.due = BigInt((/(\d+\.\d{2})$/.exec(line)?.[1] ?? "").replace(".", ""));
  }
  const due = loans.reduce((sum, loan) => sum + loan.due, 0n);
  expect(first.result).toMatchObject({ lines: 4, total: due });
  // 25 days of interest (actual/360) and the principal of a first instalment.
  expect(loanAt(0).due).toBe(4_442_44n - 500_00n + 416_67n);
  // Somebody pays at the counter meanwhile: the file stays what it was.
  world.passSeconds(60);
  expect((await officer.callRaw(getPayrollFile, { params })).text).toBe(text);
  expect(await make("2026-10")).toMatchObject({ code: "payroll_month" });
  expect(await make(MONTH, "Nobody")).toMatchObject({ code: "payroll_nothing_due" });
});

/** Sends rows of loan number and amount; `received` is their sum, if not said. */
async function send(
  rows: [string, string][],
  received = toDecimal(rows.reduce((sum, [, text]) => sum + centavos(text), 0n)),
  { employer = EMPLOYER, month = MONTH } = {},
) {
  const csv = ["loan_no,amount", ...rows.map((row) => row.join(","))].join("\r\n");
  const query = { employer, month, fileName: "pnp.csv", received };
  return officer.callRaw(sendRemittance, { query, body: csv });
}

const centavos = (text: string) => (/^\d+\.\d{2}$/.test(text) ? BigInt(text.replace(".", "")) : 0n);

async function sent(...args: Parameters<typeof send>): Promise<string> {
  const { body } = await send(...args);
  const { result } = body as { result?: { remittanceId: string } };
  if (result === undefined) throw new Error(JSON.stringify(body));
  return result.remittanceId;
}

async function read(remittanceId: string): Promise<RemittanceRow> {
  const answer = await officer.call(getRemittance, { params: { remittanceId } });
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

async function linesOf(query: Record<string, string> = {}): Promise<RemittanceLine[]> {
  const answer = await officer.call(listRemittanceLines, { query });
  if (!answer.status) throw new Error(answer.message);
  return answer.result.rows;
}

/** Loan and amount of every payment from pay so far. */
async function paymentsOf(): Promise<[string, bigint][]> {
  const rows = await world.app.db
    .selectFrom("loan_payment as p")
    .innerJoin("loan as n", "n.id", "p.loan_id")
    .select(["n.loan_no", "p.amount_centavos"])
    .orderBy("p.id")
    .execute();
  return rows.map((row) => [row.loan_no, row.amount_centavos]);
}

/** Balance of a control account: debit less credit. */
async function booked(code: string): Promise<bigint> {
  const rows = await world.app.db
    .selectFrom("posting as p")
    .innerJoin("ledger_account as l", "l.id", "p.ledger_account_id")
    .select(["p.side", "p.amount_centavos"])
    .where("l.book", "=", "ASSOC")
    .where("l.code", "=", code)
    .execute();
  return rows.reduce(
    (sum, { side, amount_centavos: amount }) => sum + (side === "D" ? amount : -amount),
    0n,
  );
}

test("a file whose rows are not the money that came, or with a row that is no amount, posts nothing", async () => {
  const row: [string, string] = [loanAt(0).loanNo, "100.00"];
  const short = await sent([row], "99.99");
  expect(await read(short)).toMatchObject({ state: "refused", total: 100_00n });
  expect(await ask(officer, posting(await read(short)))).toMatchObject({
    code: "request_does_not_apply",
  });
  const wrong = await sent([row, [loanAt(1).loanNo, "1,250.00"]]);
  expect(await read(wrong)).toMatchObject({ state: "refused", invalid: 1 });
  expect((await send([])).body).toMatchObject({ code: "remittance_empty" });
  expect((await send([['"', "1.00"]])).body).toMatchObject({ code: "remittance_unreadable" });
});

test("S131 a remittance is posted by two people, to the centavo, once, also when cut short", async () => {
  const paid = loanAt(0);
  const other = loanAt(1);
  const twice = loanAt(2);
  const cut = loanAt(3);
  const notTheirs = loanAt(4);
  const remittanceId = await sent([
    [paid.loanNo, toDecimal(paid.due)],
    [other.loanNo, "100.00"],
    [twice.loanNo, toDecimal(twice.due)],
    [twice.loanNo, toDecimal(twice.due)],
    [cut.loanNo, toDecimal(cut.due)],
    [notTheirs.loanNo, "4000.00"],
    ["LPRO-2026-9999999", "50.00"],
  ]);
  const file = await read(remittanceId);
  expect(file).toMatchObject({ state: "checked", rows: 7, rightRows: 3, exceptions: 4 });
  expect(
    (await linesOf({ show: "all", reference: file.reference })).map(({ verdict }) => verdict),
  ).toEqual([
    "right",
    "other_amount",
    "right",
    "twice_in_file",
    "right",
    "not_employed",
    "unknown_loan",
  ]);
  const again = [[paid.loanNo, toDecimal(paid.due)]] as [string, string][];
  const before = { cash: await booked("1110"), owed: await booked("1310") };
  const requestId = await asked(officer, posting(file));
  expect(await decide(officer, requestId)).toMatchObject({ code: "request_is_own" });
  await approve(chief, requestId);
  // Dies in the middle: the transaction of what it had done goes with it.
  let looks = 0;
  const now = () => {
    looks += 1;
    if (looks === 7) throw new Error("killed");
    return world.app.now();
  };
  await expect(postRemittance({ ...world.app, now }, BigInt(remittanceId))).rejects.toThrow(
    "killed",
  );
  expect(await paymentsOf()).toEqual([]);
  await Promise.all([
    postRemittance(world.app, BigInt(remittanceId)),
    postRemittance(world.app, BigInt(remittanceId)),
  ]);
  await postRemittance(world.app, BigInt(remittanceId));
  expect(await read(remittanceId)).toMatchObject({ state: "posted", posted: 3 });
  expect(await paymentsOf()).toEqual([
    [paid.loanNo, paid.due],
    [twice.loanNo, twice.due],
    [cut.loanNo, cut.due],
  ]);
  // All the money came; what no loan took is still the employer's.
  expect((await booked("1110")) - before.cash).toBe(file.received);
  expect((await booked("1310")) - before.owed).toBe(paid.due + twice.due + cut.due - file.received);

  // The very same file, and the same deduction in another one.
  const rest: [string, string][] = [
    [other.loanNo, "100.00"],
    [twice.loanNo, toDecimal(twice.due)],
    [twice.loanNo, toDecimal(twice.due)],
    [cut.loanNo, toDecimal(cut.due)],
    [notTheirs.loanNo, "4000.00"],
    ["LPRO-2026-9999999", "50.00"],
  ];
  expect((await send([...again, ...rest])).body).toMatchObject({ code: "remittance_doubled" });
  expect(await read(await sent(again))).toMatchObject({ rightRows: 0, exceptions: 1 });
});

test("an exception is settled by two people: on a loan, or back to the employer, once", async () => {
  const waiting = await linesOf();
  const lineOf = (verdict: string) => {
    const found = waiting.find((line) => line.verdict === verdict);
    if (found === undefined) throw new Error(`no line ${verdict}`);
    return found;
  };
  const before = { cash: await booked("1110"), owed: await booked("1310") };
  const unknown = lineOf("unknown_loan");
  expect(await ask(officer, settling(unknown, "post"))).toMatchObject({
    httpStatus: 422,
  });
  expect(await ask(officer, settling(unknown, "post", "LPRO-2026-9999999"))).toMatchObject({
    code: "request_does_not_apply",
  });
  await approve(chief, await asked(officer, settling(unknown, "give_back")));
  expect((await booked("1110")) - before.cash).toBe(-50_00n);
  const other = lineOf("other_amount");
  await approve(chief, await asked(officer, settling(other, "post", loanAt(1).loanNo)));
  expect((await booked("1310")) - before.owed).toBe(50_00n + 100_00n);
  expect(await ask(officer, settling(other, "post", loanAt(1).loanNo))).toMatchObject({
    code: "not_found",
  });
  const left = (await linesOf()).map(({ verdict }) => verdict);
  expect(left).not.toContain("unknown_loan");
  expect(left).not.toContain("other_amount");
});

/** Loan and amount of each line of a file of deductions; nothing where there is none to make. */
async function deductionsOf(month: string, employer: string): Promise<Map<string, bigint>> {
  const made = await make(month, employer);
  if (!made.status) {
    if (made.code !== "payroll_nothing_due") throw new Error(made.code);
    return new Map();
  }
  const { text } = await officer.callRaw(getPayrollFile, {
    params: { fileId: made.result.fileId },
  });
  const lines = text.trimEnd().split("\r\n").slice(1);
  return new Map(
    lines.map((line) => [
      line.split(",")[4] ?? "",
      BigInt((line.split(",").at(-1) ?? "").replace(".", "")),
    ]),
  );
}

test("S114 two files of an employer made at the same moment never ask for the same centavo", async () => {
  const employer = "BUCOR";
  const { loanNo } = await addLoanOf(employer);
  const files = await Promise.all([MONTH, "2026-12"].map((month) => deductionsOf(month, employer)));
  const { due } = await world.app.db
    .selectFrom("loan_instalment as i")
    .innerJoin("loan as n", "n.id", "i.loan_id")
    .select(({ fn }) =>
      fn
        .sum<bigint>((eb) => eb("i.principal_centavos", "+", eb.ref("i.interest_centavos")))
        .as("due"),
    )
    .where("n.loan_no", "=", loanNo)
    .where("i.due_on", "<=", "2026-12-31")
    .executeTakeFirstOrThrow();
  expect(files.reduce((sum, lines) => sum + (lines.get(loanNo) ?? 0n), 0n)).toBe(BigInt(due));
});

test("S114 what one file told the employer to deduct no other asks for, until a remittance answers", async () => {
  const employer = "BJMP";
  const { loanNo: right } = await addLoanOf(employer);
  const { loanNo: mistyped } = await addLoanOf(employer);
  const { loanNo: given } = await addLoanOf(employer);
  const { loanNo: missing } = await addLoanOf(employer);
  const [first, monthly] = [4_442_44n - 500_00n + 416_67n, 4_442_44n];
  const all = [right, mistyped, given, missing];
  const each = (amount: bigint) => new Map(all.map((loanNo) => [loanNo, amount]));
  expect(await deductionsOf("2026-11", employer)).toEqual(each(first));
  expect(await deductionsOf("2026-12", employer)).toEqual(each(monthly));

  const remittanceId = await sent(
    [
      [right, toDecimal(first)],
      ["LPRO-2026-9999998", toDecimal(first)],
      [given, "100.00"],
    ],
    undefined,
    { employer },
  );
  await approve(chief, await asked(officer, posting(await read(remittanceId))));
  await postRemittance(world.app, BigInt(remittanceId));
  for (const line of (await linesOf()).filter((one) => one.remittanceId === remittanceId)) {
    const onLoan = line.loanNo === given ? "" : mistyped;
    const settled = settling(line, onLoan === "" ? "give_back" : "post", onLoan);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await approve(chief, await asked(officer, settled));
  }

  world.setTime(new Date("2026-12-01T02:00:00Z"));
  officer = await world.makeStaff({ role: "loan_officer" });
  // December is asked for already; so is November of the loan that no row told of. What went back to the
  // employer was not deducted in the end.
  expect(await deductionsOf("2027-01", employer)).toEqual(
    each(monthly).set(given, first + monthly),
  );
});

/** What was charged on a loan so far, by its month, and how it stands. */
async function penaltiesOf(loanNo: string) {
  const loan = await world.app.db
    .selectFrom("loan")
    .select(["id", "state", "penalty_due_centavos", "advance_centavos"])
    .where("loan_no", "=", loanNo)
    .executeTakeFirstOrThrow();
  const charged = await world.app.db
    .selectFrom("loan_penalty")
    .select(["month", "overdue_centavos"])
    .where("loan_id", "=", loan.id)
    .orderBy("month")
    .execute();
  return {
    state: loan.state,
    due: loan.penalty_due_centavos,
    ahead: loan.advance_centavos,
    charged: charged.map((one) => [one.month.slice(0, 7), one.overdue_centavos]),
  };
}

test("J07 S131 what was deducted in time and comes late is not penalised; what never comes waits one month", async () => {
  world.setTime(new Date("2026-12-01T02:00:00Z"));
  officer = await world.makeStaff({ role: "loan_officer" });
  const employer = "NBI";
  const { loanNo: late } = await addLoanOf(employer);
  const { loanNo: never } = await addLoanOf(employer);
  // Nobody told this one's employer to deduct anything.
  const { loanNo: untold } = await addLoanOf("nobody");
  const due = await deductionsOf("2026-12", employer);
  world.setTime(new Date("2027-01-08T02:00:00Z"));
  officer = await world.makeStaff({ role: "loan_officer" });
  await runLoanDays(world.app);
  for (const loanNo of [late, never]) {
    // oxlint-disable-next-line no-await-in-loop -- two of them
    expect(await penaltiesOf(loanNo)).toMatchObject({ due: 0n, charged: [] });
  }
  const owed = due.get(never) ?? 0n;
  expect(await penaltiesOf(untold)).toMatchObject({ charged: [["2027-01", owed]] });

  const rows: [string, string][] = [[late, toDecimal(due.get(late) ?? 0n)]];
  const remittanceId = await sent(rows, undefined, { employer, month: "2026-12" });
  chief = await world.makeStaff({ role: "supervisor" });
  await approve(chief, await asked(officer, posting(await read(remittanceId))));
  await postRemittance(world.app, BigInt(remittanceId));
  expect(await penaltiesOf(late)).toEqual({ state: "active", due: 0n, ahead: 0n, charged: [] });

  // January was asked for as well; December waited once.
  expect((await deductionsOf("2027-01", employer)).get(never)).toBe(4_442_44n);
  world.setTime(new Date("2027-02-08T02:00:00Z"));
  await runLoanDays(world.app);
  expect(await penaltiesOf(never)).toMatchObject({ charged: [["2027-02", owed]] });
});
