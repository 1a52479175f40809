import { toDecimal } from "#common/money.ts";
import {
  getRemittance,
  listRemittanceLines,
  makePayrollFile,
  type RemittanceLine,
  type RemittanceRow,
  sendRemittance,
} from "#contract/staff/payroll.ts";
import { addLoan } from "./addLoan.ts";
import type { TestMember } from "./makeMember.ts";
import type { TestStaff } from "./makeStaff.ts";
import type { World } from "./makeWorld.ts";

/** Loan number and amount, as an employer writes them. */
export type RemittedPair = readonly [loanNo: string, amount: string];

/** A loan of 50,000.00 at 12 percent for 12 months, of somebody who works there. */
export async function addEmployed(
  world: World,
  employer: string,
): Promise<{ loanNo: string; member: TestMember }> {
  const member = await world.makeMember({ officeId: 1n, savings: 0n });
  await world.app.db.updateTable("member").set({ employer }).where("id", "=", member.id).execute();
  return { member, loanNo: await addLoan(world, member) };
}

/** The id of the file of deductions; throws when there is none. */
export async function deductionFile(
  staff: TestStaff,
  of: { employer: string; month: string },
): Promise<string> {
  const answer = await staff.call(makePayrollFile, { body: of });
  if (!answer.status) throw new Error(answer.code);
  return answer.result.fileId;
}

type SentFile = { employer: string; month: string; received?: string };

/** Sends a remittance with its sum as the money that came; answers what the server says. */
export async function sendRows(
  staff: TestStaff,
  rows: readonly RemittedPair[],
  of: SentFile,
  column: "loan_no" | "account_no" = "loan_no",
): Promise<Record<string, unknown>> {
  const sum = rows.reduce((total, [, text]) => total + BigInt(text.replace(".", "")), 0n);
  const { employer, month, received = toDecimal(sum) } = of;
  const { body } = await staff.callRaw(sendRemittance, {
    query: { employer, month, fileName: "pay.csv", received },
    body: [`${column},amount`, ...rows.map((row) => row.join(","))].join("\r\n"),
  });
  return body;
}

/** The same, of a file that is taken: its id. */
export async function sentRows(...args: Parameters<typeof sendRows>): Promise<string> {
  const { result } = (await sendRows(...args)) as { result?: { remittanceId: string } };
  if (result === undefined) throw new Error("the remittance was refused");
  return result.remittanceId;
}

/** As sentRows, of rows of accounts. */
export const sentAccountRows = (
  staff: TestStaff,
  rows: readonly RemittedPair[],
  of: SentFile,
): Promise<string> => sentRows(staff, rows, of, "account_no");

export async function readFile(staff: TestStaff, remittanceId: string): Promise<RemittanceRow> {
  const answer = await staff.call(getRemittance, { params: { remittanceId } });
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

/** All rows of a file. */
export async function rowsOf(staff: TestStaff, reference: string): Promise<RemittanceLine[]> {
  const answer = await staff.call(listRemittanceLines, { query: { show: "all", reference } });
  if (!answer.status) throw new Error(answer.message);
  return answer.result.rows;
}

export const posting = ({ remittanceId, sha256, total }: RemittanceRow) => ({
  kind: "post_remittance" as const,
  payload: { remittanceId, sha256, total: toDecimal(total) },
});

export const settling = (line: RemittanceLine, settlement: string, loanNo = "") => ({
  kind: "settle_remittance" as const,
  payload: { lineId: line.lineId, settlement, loanNo },
});
