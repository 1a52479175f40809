import { afterAll, beforeAll, expect, test } from "vitest";
import { toDecimal } from "#common/money.ts";
import { listPayrollLines, type PayrollLine, undoPayrollLine } from "#contract/staff/payroll.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import {
  addEmployed,
  deductionFile,
  posting,
  readFile,
  rowsOf,
  sentRows,
} from "#test/support/payrollActs.ts";
import { approve, asked, trail } from "#test/support/requestActs.ts";
import { postRemittance } from "./postRemittance.ts";

let world: World;
let officer: TestStaff;
let chief: TestStaff;

beforeAll(async () => {
  world = await makeWorld();
  await goTo("2026-11-05");
});
afterAll(() => world.close());

/** A day at work: sessions end overnight. */
async function goTo(day: string): Promise<void> {
  world.setTime(new Date(`${day}T10:00:00+08:00`));
  officer = await world.makeStaff({ role: "loan_officer" });
  chief = await world.makeStaff({ role: "supervisor" });
}

async function linesOf(query: Record<string, string>): Promise<PayrollLine[]> {
  const answer = await officer.call(listPayrollLines, { query });
  if (!answer.status) throw new Error(answer.message);
  return answer.result.rows;
}

const undo = (staff: TestStaff, { fileId, line }: PayrollLine) =>
  staff.call(undoPayrollLine, {
    params: { fileId, line: String(line) },
    body: { reason: "The employer says that the pay was too small" },
  });

test("S114 what was not deducted is asked for again by the next file once somebody says so, and not before", async () => {
  const employer = "PNP";
  const { loanNo: told } = await addEmployed(world, employer);
  const { loanNo: untold } = await addEmployed(world, employer);
  const { loanNo: paid } = await addEmployed(world, employer);
  await deductionFile(officer, { employer, month: "2026-11" });
  const lines = await linesOf({ employer, month: "2026-11" });
  expect(new Map(lines.map(({ loanNo, state }) => [loanNo, state]))).toEqual(
    new Map([told, untold, paid].map((loanNo) => [loanNo, "open"])),
  );
  const lineOf = (loanNo: string) => {
    const line = lines.find((one) => one.loanNo === loanNo);
    if (line === undefined) throw new Error(`no line of ${loanNo}`);
    return line;
  };
  const due = toDecimal(lineOf(paid).due);
  const of = { employer, month: "2026-11" };
  const remittanceId = await sentRows(officer, [[paid, due]], of);
  await approve(chief, await asked(officer, posting(await readFile(officer, remittanceId))));
  await postRemittance(world.app, BigInt(remittanceId));

  await goTo("2026-12-02");
  const teller = await world.makeStaff({ role: "teller" });
  expect(await undo(teller, lineOf(told))).toMatchObject({ code: "not_your_role" });
  expect(await undo(officer, lineOf(paid))).toMatchObject({ code: "payroll_line_answered" });
  const twice = await Promise.all([undo(officer, lineOf(told)), undo(chief, lineOf(told))]);
  expect(twice.filter(({ status }) => status)).toHaveLength(1);
  expect(twice.find(({ status }) => !status)).toMatchObject({ code: "payroll_line_answered" });
  expect(await undo(officer, { ...lineOf(told), line: 99 })).toMatchObject({ code: "not_found" });
  const [undone] = await linesOf({ show: "undone", employer });
  expect(undone).toMatchObject({
    loanNo: told,
    state: "undone",
    reason: "The employer says that the pay was too small",
  });
  expect(await trail(world, `loan:${told}`)).toContain(
    `${undone?.saidBy ?? ""}: payroll_line_undone`,
  );
  expect((await linesOf({ show: "answered", employer })).map(({ loanNo }) => loanNo)).toEqual([
    paid,
  ]);

  await deductionFile(officer, { employer, month: "2026-12" });
  const next = await linesOf({ employer, month: "2026-12" });
  const monthly = 4_442_44n;
  expect(new Map(next.map(({ loanNo, due: asks }) => [loanNo, asks]))).toEqual(
    new Map([
      [told, lineOf(told).due + monthly],
      [untold, monthly],
      [paid, monthly],
    ]),
  );
});

test("S114 what a remittance names is never written down as not deducted, wherever its row stands", async () => {
  const of = { employer: "BFP", month: "2026-12" };
  const loans = [await addEmployed(world, of.employer), await addEmployed(world, of.employer)];
  const [right = "", other = ""] = loans.map(({ loanNo }) => loanNo);
  await deductionFile(officer, of);
  const lineOf = async (loanNo: string) => {
    const [line] = await linesOf({ show: "all", loanNo });
    if (line === undefined) throw new Error(`no line of ${loanNo}`);
    return line;
  };
  expect(await undo(officer, await lineOf(right))).toMatchObject({ code: "payroll_line_month" });
  await goTo("2026-12-31");
  expect(await lineOf(right)).toMatchObject({ state: "open", canUndo: false });
  expect(await undo(officer, await lineOf(right))).toMatchObject({ code: "payroll_line_month" });

  await goTo("2027-01-01");
  expect(await lineOf(right)).toMatchObject({ state: "open", canUndo: true });
  const due = toDecimal((await lineOf(right)).due);
  const remittanceId = await sentRows(
    officer,
    [
      [right, due],
      [other, "1.00"],
    ],
    of,
  );
  const file = await readFile(officer, remittanceId);
  const states = async () => {
    const rows = await rowsOf(officer, file.reference);
    return rows.map(({ state }) => state);
  };
  const requireKnown = async () => {
    for (const loanNo of [right, other]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const line = await lineOf(loanNo);
      expect(line).toMatchObject({ state: "answered", canUndo: false });
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await undo(officer, line)).toMatchObject({ code: "payroll_line_answered" });
    }
  };
  expect(await states()).toEqual(["waiting", "exception"]);
  await requireKnown();
  await approve(chief, await asked(officer, posting(file)));
  await requireKnown();
  await postRemittance(world.app, BigInt(remittanceId));
  expect(await states()).toEqual(["posted", "exception"]);
  await requireKnown();
});

test("S114 a line that only a refused remittance names can be written down as not deducted", async () => {
  const of = { employer: "NBI", month: "2027-01" };
  const { loanNo } = await addEmployed(world, of.employer);
  await deductionFile(officer, of);
  await goTo("2027-02-01");
  await sentRows(officer, [[loanNo, "1.00"]], { ...of, received: "2.00" });
  const [line] = await linesOf({ loanNo });
  if (line === undefined) throw new Error("no line");
  expect(await undo(officer, line)).toMatchObject({ status: true });
});

test("S131 a row that comes after its line was written down as not deducted waits for two people", async () => {
  const of = { employer: "BJMP", month: "2027-02" };
  const { loanNo } = await addEmployed(world, of.employer);
  await deductionFile(officer, of);
  await goTo("2027-03-01");
  const [line] = await linesOf({ loanNo });
  if (line === undefined) throw new Error("no line");
  expect(await undo(officer, line)).toMatchObject({ status: true });
  const remittanceId = await sentRows(officer, [[loanNo, toDecimal(line.due)]], of);
  const file = await readFile(officer, remittanceId);
  expect(file).toMatchObject({ rightRows: 0, exceptions: 1 });
  expect(await rowsOf(officer, file.reference)).toMatchObject([
    { state: "exception", verdict: "other_amount", expected: null },
  ]);
});
