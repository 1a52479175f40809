import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRemittance } from "#contract/staff/payroll.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import {
  addEmployed,
  deductionFile,
  posting,
  readFile,
  rowsOf,
  settling,
} from "#test/support/payrollActs.ts";
import { approve, ask, asked } from "#test/support/requestActs.ts";
import { postRemittance } from "./postRemittance.ts";

const OF = { employer: "PNP", month: "2026-11" };
const HEADER = "file,line,employer,month,loan_no,membership_no,name,amount";
/** What is due of each loan by the end of November. */
const DUE = "4359.11";

let world: World;
let officer: TestStaff;
let chief: TestStaff;
let loans: { loanNo: string; membershipNo: string }[];
beforeAll(async () => {
  world = await makeWorld();
  world.setTime(new Date("2026-11-05T10:00:00+08:00"));
  officer = await world.makeStaff({ role: "loan_officer" });
  chief = await world.makeStaff({ role: "supervisor" });
});
afterAll(() => world.close());

/** Two loans of an employer of their own, and its file of deductions. */
async function begin(employer: string): Promise<typeof OF> {
  loans = [];
  for (let number = 0; number < 2; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- their numbers are in the order of the loans
    const { loanNo, member } = await addEmployed(world, employer);
    loans.push({ loanNo, membershipNo: member.membershipNo });
  }
  const of = { employer, month: OF.month };
  await deductionFile(officer, of);
  return of;
}

const loan = (index: number) => {
  const found = loans[index];
  if (found === undefined) throw new Error(`there is no loan ${index}`);
  return found;
};

async function sent(of: typeof OF, received: string, ...lines: string[]) {
  const { body } = await officer.callRaw(sendRemittance, {
    query: { ...of, fileName: "pay.csv", received },
    body: lines.join("\r\n") + "\r\n",
  });
  const { result } = body as { result?: { remittanceId: string } };
  if (result === undefined) throw new Error(JSON.stringify(body));
  const file = await readFile(officer, result.remittanceId);
  return { file, rows: await rowsOf(officer, file.reference) };
}

test("S161 a remittance whose zeros a spreadsheet took, with its months and byte order mark, is read as it was meant", async () => {
  const of = await begin("PNP");
  const { loanNo, membershipNo } = loan(0);
  const short = loanNo.replace(/-0+(\d+)$/, "-$1");
  const bare = membershipNo.replace(/^0+/, "");
  expect(bare).not.toBe(membershipNo);
  const { file, rows } = await sent(
    of,
    DUE,
    `\ufeff${HEADER}`,
    `PD202611-000001,1,PNP,Nov-26,${short},${bare},"Cabrera, Marlon",${DUE}`,
  );
  expect(file).toMatchObject({ state: "checked", rightRows: 1, exceptions: 0 });
  expect(rows).toMatchObject([{ verdict: "right", loanNo }]);
});

test("S161 a number that a spreadsheet has shortened is told in words at its row, and refuses no other", async () => {
  const of = await begin("BFP");
  const { file, rows } = await sent(
    of,
    "8718.22",
    HEADER,
    `PD202611-000001,1,BFP,Nov-26,${loan(0).loanNo},1.2019E+12,"Bautista, Isagani",${DUE}`,
    `PD202611-000001,2,BFP,Nov-26,${loan(1).loanNo},${loan(1).membershipNo},"Cruz, Ana",${DUE}`,
  );
  expect(file).toMatchObject({ state: "checked", rightRows: 1, exceptions: 1, invalid: 0 });
  expect(rows.map(({ verdict }) => verdict)).toEqual(["shortened_number", "right"]);
});

test("S161 blank rows and a row of totals are no deductions, and the totals row is told", async () => {
  const of = await begin("BJMP");
  const row = (index: number) =>
    `PD202611-000001,${index},BJMP,2026-11,${loan(index).loanNo},${loan(index).membershipNo},"Cruz, Ana",${DUE}`;
  const { file, rows } = await sent(
    of,
    "8718.22",
    HEADER,
    row(0),
    ",,,,,,,",
    row(1),
    " ,,,,,,, ",
    ',,,,,,GRAND TOTAL,"8,718.22"',
  );
  expect(file).toMatchObject({
    state: "checked",
    rows: 2,
    rightRows: 2,
    invalid: 0,
    exceptions: 0,
    passedOver: 1,
    total: 8_718_22n,
  });
  expect(rows.at(-1)).toMatchObject({ line: 6, verdict: "totals_row", state: "passed_over" });
});

test("S161 a footer below the rows of a remittance, however it was typed, refuses no file", async () => {
  const of = await begin("BJP");
  const [one, two] = [loan(0), loan(1)];
  const row = (of: typeof one) => `${of.loanNo},${of.membershipNo},"Cruz, Ana",${DUE}`;
  const totals = [
    "TOTAL,8718.22",
    "TOTAL,,8718.22",
    "TOTAL,,,8718.22",
    "TOTAL,8,718.22",
    "TOTAL,,,8,718.22",
    "TOTAL,,,8.71822E+03",
    "TOTAL,2,,8718.22",
    ",,TOTAL (2 members),8718.22",
    "Total: 8718.22",
    "Total 2026-11,,,8718.22",
    "Number of members: 2,,,8718.22",
    ",,,8718.22",
  ];
  const remarks = [
    "Prepared by: J. Cruz",
    "Prepared by:,,J. Cruz,",
    "*** End of report ***,,,",
    "2 members,,,",
    "Printed 2026-11-30,,,page 1",
    ",,,8.71822E+03",
  ];
  const found: Record<string, unknown> = {};
  for (const footer of [...totals, ...remarks]) {
    const lines = ["loan_no,membership_no,name,amount", row(one), row(two), footer];
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { file, rows } = await sent(of, "8718.22", ...lines);
    const { state, rows: count, invalid, passedOver } = file;
    found[footer] = [state, count, invalid, passedOver, rows.at(-1)?.verdict];
  }
  const told = (footers: string[], verdict: string) =>
    footers.map((footer) => [footer, ["checked", 2, 0, 1, verdict]]);
  expect(found).toEqual(
    Object.fromEntries([...told(totals, "totals_row"), ...told(remarks, "remark_row")]),
  );
});

test("S161 a row of a loan or a person whose amount cannot be read is no footer and refuses its file", async () => {
  const of = await begin("BFPX");
  const { loanNo, membershipNo } = loan(0);
  const rows = [
    `${loan(1).loanNo},,,abc`,
    `${loan(1).loanNo},,,1,250.00`,
    `,${loan(1).membershipNo},"Total, Juan",abc`,
    `,,"Cruz, Ana",abc`,
    `16,,,abc`,
  ];
  for (const row of rows) {
    const lines = ["loan_no,membership_no,name,amount", `${loanNo},${membershipNo},,${DUE}`, row];
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { file } = await sent(of, DUE, ...lines);
    expect([row, file.state, file.invalid]).toEqual([row, "refused", 1]);
  }
});

test("S162 of a name in a remittance nothing is kept that cannot be seen", async () => {
  const of = await begin("PDEA");
  const { rows } = await sent(
    of,
    DUE,
    HEADER.replace("loan_no", "\u200bloan_no\u00ad").replace("amount", "AMOUNT\u200b"),
    `PD202611-000001,1,PDEA,2026-11,${loan(0).loanNo},${loan(0).membershipNo},"Nin\u0303a\u200b \u202eReyes\u00ad",${DUE}`,
  );
  expect(rows).toMatchObject([{ verdict: "right", name: "Niña Reyes" }]);
});

test("S161 a nameless sum below the rows is a totals row too, an amount without a loan is none", async () => {
  const of = await begin("BUCOR");
  const row = (index: number) => `${loan(index).loanNo};${DUE}`;
  const { file } = await sent(of, "8718.22", "loan_no;amount", row(0), row(1), ";8718.22");
  expect(file).toMatchObject({ state: "checked", rows: 2, rightRows: 2, passedOver: 1 });
  const other = await sent(of, "8728.22", "loan_no;amount", row(0), row(1), ";10.00");
  expect(other.file).toMatchObject({ state: "checked", rows: 3, exceptions: 3, passedOver: 0 });
});

test("S161 0.00 is a deduction that was not made: an exception, noted by two people, asked for again", async () => {
  const of = await begin("NBI");
  const lines = [
    HEADER,
    `PD202611-000001,1,NBI,2026-11,${loan(0).loanNo},${loan(0).membershipNo},"Cuevas, Paulo",${DUE}`,
    `PD202611-000001,2,NBI,2026-11,${loan(1).loanNo},${loan(1).membershipNo},"Dacanay, Raymund",0.00`,
  ];
  const { file, rows } = await sent(of, DUE, ...lines);
  expect(file).toMatchObject({ state: "checked", rightRows: 1, exceptions: 1, invalid: 0 });
  expect(rows[1]).toMatchObject({ verdict: "not_deducted", state: "exception", amount: 0n });
  await approve(chief, await asked(officer, posting(file)));
  await postRemittance(world.app, BigInt(file.remittanceId));

  const [, zero] = await rowsOf(officer, file.reference);
  if (zero === undefined) throw new Error("no row");
  for (const wrong of [settling(zero, "give_back"), settling(zero, "post", loan(1).loanNo)]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await ask(officer, wrong)).toMatchObject({ code: "request_does_not_apply" });
  }
  await approve(chief, await asked(officer, settling(zero, "noted")));
  expect((await rowsOf(officer, file.reference))[1]).toMatchObject({
    state: "settled",
    settlement: "noted",
  });
  const again = await deductionFile(officer, { ...of, month: "2026-12" });
  const asks = await world.app.db
    .selectFrom("payroll_line as d")
    .innerJoin("loan as n", "n.id", "d.loan_id")
    .select(["n.loan_no", "d.due_centavos"])
    .where("d.file_id", "=", BigInt(again))
    .orderBy("n.loan_no")
    .execute();
  expect(asks).toEqual([
    { loan_no: loan(0).loanNo, due_centavos: 4_442_44n },
    { loan_no: loan(1).loanNo, due_centavos: 4_442_44n + 4_359_11n },
  ]);
});

test("S161 a row of another month than its file's is told", async () => {
  const of = await begin("PAF");
  const { file, rows } = await sent(
    of,
    DUE,
    HEADER,
    `PD202610-000001,1,PAF,Oct-26,${loan(0).loanNo},${loan(0).membershipNo},"Cruz, Ana",${DUE}`,
  );
  expect(file).toMatchObject({ rightRows: 0, exceptions: 1 });
  expect(rows).toMatchObject([{ verdict: "other_month" }]);
});

test("S161 a row that people post on another loan pays that loan's month, and not its own", async () => {
  const of = await begin("PNPA");
  const [own, other] = [loan(0), loan(1)];
  const first = await sent(of, "4000.00", HEADER, `,1,,,${own.loanNo},${own.membershipNo},,4000`);
  await approve(chief, await asked(officer, posting(first.file)));
  await postRemittance(world.app, BigInt(first.file.remittanceId));
  const [row] = await rowsOf(officer, first.file.reference);
  if (row === undefined) throw new Error("no row");
  await approve(chief, await asked(officer, settling(row, "post", other.loanNo)));
  const lines = [own, other].map(
    ({ loanNo, membershipNo }) => `,1,,,${loanNo},${membershipNo},,${DUE}`,
  );
  const { rows } = await sent(of, "8718.22", HEADER, ...lines);
  expect(rows.map(({ verdict }) => verdict)).toEqual(["right", "paid_already"]);
});

test("S161 a month that a spreadsheet made a day of is read, and one that may be two is told", async () => {
  const of = await begin("PPSC");
  const { loanNo, membershipNo } = loan(0);
  const verdicts: Record<string, string | undefined> = {};
  const months = [
    "15-Nov-26",
    "Nov 15, 2026",
    "15 November 2026",
    "2026/11/15",
    "11/15/2026",
    "11/11/2026",
    "15-Oct-26",
    "10/15/2026",
    "11/10/2026",
    "Q4",
  ];
  for (const month of months) {
    // Each is a file of its own: what is taken once is paid already.
    const line = `,1,,"${month}",${loanNo},${membershipNo},,1.00`;
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { rows } = await sent(of, "1.00", HEADER, line);
    verdicts[month] = rows[0]?.verdict;
  }
  expect(verdicts).toEqual({
    "15-Nov-26": "other_amount",
    "Nov 15, 2026": "other_amount",
    "15 November 2026": "other_amount",
    "2026/11/15": "other_amount",
    "11/15/2026": "other_amount",
    "11/11/2026": "other_amount",
    "15-Oct-26": "other_month",
    "10/15/2026": "other_month",
    "11/10/2026": "other_month",
    Q4: "other_month",
  });
});
