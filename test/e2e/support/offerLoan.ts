import { expect } from "@playwright/test";
import type { Endpoint } from "#contract/endpoint.ts";
import {
  assessLoanApplication,
  getDeskDisclosure,
  getLoanApplicationFile,
  moveLoanApplication,
  proposeLoan,
} from "#contract/staff/loans.ts";
import { type BankClient, callBank } from "#test/client/bankClient.ts";
import type { SandboxClient } from "#test/client/sandboxClient.ts";
import { staffClient } from "./staffPage.ts";
import { approve, askFor } from "./staffRequests.ts";

type Desk = { portalUrl: string; sandbox: SandboxClient };
type Size = { principal: string; months: number };

/**
 * Brings an application that was just sent to an offer, as the desk does over HTTP: an officer verifies,
 * assesses and proposes; a supervisor approves, and another one where the amount takes two. Its statement is
 * drawn when this returns, so that it can be accepted.
 */
export async function offerLoan(desk: Desk, applicationNo: string, size: Size): Promise<void> {
  const person = (username: string) => staffClient(desk.portalUrl, desk.sandbox, username);
  const officer = await person("loan.demo");
  const version = await proposeFor(officer, applicationNo, size);
  const asked = { applicationNo, version };
  const requestId = await askFor(officer, "approve_loan", asked, "Payslip seen at the counter");
  await approve(await person("supervisor.demo"), requestId);
  const params = { applicationNo };
  const file = await callBank(officer, getLoanApplicationFile, { params });
  const second = file.body.result?.["openRequestId"];
  if (typeof second === "string") await approve(await person("supervisor2.demo"), second);
  const askForStatement = async () =>
    (await callBank(officer, getDeskDisclosure, { params })).httpStatus;
  await expect.poll(askForStatement, { message: "the statement is drawn" }).toBe(200);
}

/** Verifies, writes down a pay that is enough, and proposes; answers the proposal's version. */
export async function proposeFor(
  officer: BankClient,
  applicationNo: string,
  { principal, months }: Size,
): Promise<number> {
  const act = async (endpoint: Endpoint, body: Record<string, string | number>) => {
    const answer = await callBank(officer, endpoint, { params: { applicationNo }, body });
    if (answer.httpStatus !== 200) throw new Error(`${endpoint.name}: ${answer.body.message}`);
    return answer.body.result;
  };
  await act(moveLoanApplication, { to: "for_verification", words: "" });
  const figures = { pay: "60000.00", deductions: "5000.00", collateral: "0" };
  await act(assessLoanApplication, figures);
  return Number((await act(proposeLoan, { principal, months }))?.["version"]);
}
