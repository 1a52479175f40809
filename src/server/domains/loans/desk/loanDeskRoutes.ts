import { parsePesos } from "#common/money.ts";
import { getDeskCertificate, getLoanFile } from "#contract/staff/loanAccounts.ts";
import {
  assessLoanApplication,
  assignLoanApplication,
  cancelLoanApplication,
  declineLoanApplication,
  exportLoanApplications,
  getDeskDisclosure,
  getLoanApplicationFile,
  listLoanApplications,
  moveLoanApplication,
  proposeLoan,
  quoteLoan,
  reviseLoanOffer,
  sendBackLoanApplication,
} from "#contract/staff/loans.ts";
import { makeDeskCertificate } from "#server/domains/loans/certificates/makeCertificate.ts";
import { recordView } from "#server/platform/audit/recordView.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { readDisclosure } from "#server/domains/loans/disclosure/readDisclosure.ts";
import { Refusal } from "#server/refusal.ts";
import { exportList } from "#server/platform/lists/exportList.ts";
import { readPage } from "#server/platform/lists/readPage.ts";
import { loanApplicationsQuery, loanColumns, loanOrder, toLoanRow } from "./applicationsQuery.ts";
import { figuresOf } from "./figures.ts";
import { readApplicant } from "./loanWork.ts";
import { decline, sendBack } from "./judgeApplication.ts";
import { assign, cancel, moveOn, revise } from "./processApplication.ts";
import { assess, propose } from "./proposeLoan.ts";
import { readApplicationFile } from "./readApplicationFile.ts";
import { readLoanFile } from "./readLoanFile.ts";

/** Applications for loans, from filing to release, and the loans they become. */
export const loanDeskRoutes: Route[] = [
  onStaffCall(listLoanApplications, async ({ app, staff, query }) => {
    const rows = loanApplicationsQuery(app, staff, query);
    const page = await readPage(app.db, loanOrder, rows, query);
    return { result: { ...page, rows: page.rows.map(toLoanRow) } };
  }),
  onStaffCall(exportLoanApplications, async ({ app, staff, query }) => ({
    file: await exportList(app, staff, loanApplicationsQuery(app, staff, query), {
      name: "loan-applications",
      order: loanOrder,
      columns: loanColumns,
      filters: query,
    }),
  })),
  onStaffCall(getLoanApplicationFile, async ({ app, staff, params }) => ({
    result: await readApplicationFile(app, staff, params.applicationNo),
  })),
  onStaffCall(assignLoanApplication, async ({ app, staff, params, body }) => {
    await assign(app, staff, { ...params, ...body });
    return {};
  }),
  onStaffCall(moveLoanApplication, async ({ app, staff, params, body }) => {
    await moveOn(app, staff, { ...params, ...body });
    return {};
  }),
  onStaffCall(assessLoanApplication, async ({ app, staff, params, body }) => {
    await assess(app, staff, params.applicationNo, body);
    return {};
  }),
  onStaffCall(quoteLoan, async ({ app, staff, params, query }) => {
    const principal = parsePesos(query.principal);
    if (principal === undefined || principal === 0n) {
      throw new Refusal("invalid_parameters", { param: "principal" });
    }
    await recordView(app, staff, await readApplicant(app.db, params.applicationNo), "loan_quote");
    const size = { principal, months: Number(query.months), at: app.now() };
    return { result: await figuresOf(app.db, params.applicationNo, size) };
  }),
  onStaffCall(proposeLoan, async ({ app, staff, params, body }) => ({
    result: await propose(app, staff, params.applicationNo, body),
  })),
  onStaffCall(sendBackLoanApplication, async ({ app, staff, params, body }) => {
    await sendBack(app, staff, { ...params, ...body });
    return {};
  }),
  onStaffCall(declineLoanApplication, async ({ app, staff, params, body }) => {
    await decline(app, staff, { ...params, ...body });
    return {};
  }),
  onStaffCall(reviseLoanOffer, async ({ app, staff, params, body }) => {
    await revise(app, staff, { ...params, ...body });
    return {};
  }),
  onStaffCall(cancelLoanApplication, async ({ app, staff, params, body }) => {
    await cancel(app, staff, { ...params, ...body });
    return {};
  }),
  onStaffCall(getDeskDisclosure, async ({ app, staff, params }) => {
    const memberGuid = await readApplicant(app.db, params.applicationNo);
    await recordView(app, staff, memberGuid, "loan_disclosure");
    const file = await readDisclosure(app, { ...params, reader: `staff:${staff.staffId}` });
    if (file === undefined) throw new Refusal("loan_application_state");
    return { file };
  }),
  onStaffCall(getLoanFile, async ({ app, staff, params }) => ({
    result: await readLoanFile(app, staff, params.loanNo),
  })),
  onStaffCall(getDeskCertificate, async ({ app, staff, params }) => ({
    file: await makeDeskCertificate(app, staff, params.loanNo),
  })),
];
