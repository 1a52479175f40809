import {
  assessLoanApplication,
  getLoanApplicationFile,
  type LoanApplicationFile,
  moveLoanApplication,
  proposeLoan,
} from "#contract/staff/loans.ts";
import { addLoanApplication } from "./addLoan.ts";
import type { TestMember } from "./makeMember.ts";
import type { TestStaff } from "./makeStaff.ts";
import type { World } from "./makeWorld.ts";

/** Who works at the loan desk of a test. */
export type Desk = { officer: TestStaff; chief: TestStaff; second: TestStaff };

/** A loan officer who works applications up, and two supervisors who decide. */
export async function makeDesk(world: World): Promise<Desk> {
  return {
    officer: await world.makeStaff({ role: "loan_officer" }),
    chief: await world.makeStaff({ role: "supervisor" }),
    second: await world.makeStaff({ role: "supervisor" }),
  };
}

/** An application as this person sees it. */
export async function readFile(
  staff: TestStaff,
  applicationNo: string,
): Promise<LoanApplicationFile> {
  const answer = await staff.call(getLoanApplicationFile, { params: { applicationNo } });
  if (!answer.status) throw new Error(`${answer.code} ${answer.message}`);
  return answer.result;
}

/** An application whose documents the officer has written down; 40,000.00 of pay and 5,000.00 of deductions. */
export async function assessed(
  world: World,
  { officer }: Desk,
  member: TestMember,
  { product = "SL", amount = 50_000_00n, pay = "40000.00" } = {},
): Promise<string> {
  const applicationNo = await addLoanApplication(world, member, { product, amount });
  const params = { applicationNo };
  const answers = [
    await officer.call(moveLoanApplication, {
      params,
      body: { to: "for_verification", words: "" },
    }),
    await officer.call(assessLoanApplication, {
      params,
      body: { pay, deductions: "5000.00", collateral: "0" },
    }),
  ];
  for (const answer of answers) if (!answer.status) throw new Error(answer.message);
  return applicationNo;
}

/** Proposes 50,000.00 over 12 months, if not said. */
export function propose(
  { officer }: Desk,
  applicationNo: string,
  { principal = "50000.00", months = 12 } = {},
) {
  return officer.call(proposeLoan, { params: { applicationNo }, body: { principal, months } });
}

/** An application that waits for its approval. */
export async function proposed(
  world: World,
  desk: Desk,
  member: TestMember,
  size: { principal?: string; months?: number } = {},
): Promise<string> {
  const applicationNo = await assessed(world, desk, member);
  const answer = await propose(desk, applicationNo, size);
  if (!answer.status) throw new Error(answer.message);
  return applicationNo;
}

export const approval = (applicationNo: string, version = 1) => ({
  kind: "approve_loan" as const,
  payload: { applicationNo, version },
});

export const confirmation = (applicationNo: string, version = 1) => ({
  kind: "confirm_loan" as const,
  payload: { applicationNo, version },
});

export const releaseOf = (applicationNo: string) => ({
  kind: "release_loan" as const,
  payload: { applicationNo, isNoteSigned: true, isDeductionAuthorized: true },
});
