import {
  exportRemittanceLines,
  getEmployers,
  getPayrollFile,
  getRemittance,
  listPayrollFiles,
  listPayrollLines,
  listRemittanceLines,
  listRemittances,
  makePayrollFile,
  sendRemittance,
  undoPayrollLine,
  withdrawRemittance,
} from "#contract/staff/payroll.ts";
import {
  endStandingDeduction,
  listStandingDeductions,
  setStandingDeduction,
} from "#contract/staff/standingDeductions.ts";
import { recordLooks } from "#server/platform/audit/recordView.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { exportList } from "#server/platform/lists/exportList.ts";
import { readPage } from "#server/platform/lists/readPage.ts";
import { makePayrollFile as makeFile } from "./makePayrollFile.ts";
import { listPayroll, openPayrollFile, readEmployers, readPayrollFile } from "./payrollFiles.ts";
import { listLines, sayNotDeducted } from "./payrollLines.ts";
import {
  lineColumns,
  lineOrder,
  linesQuery,
  listRemitted,
  readPaidMembers,
  readRemittance,
  toLine,
} from "./remittances.ts";
import { sendRemittance as send } from "./sendRemittance.ts";
import { withdrawRemittance as withdraw } from "./withdrawRemittance.ts";
import { endDeduction, listDeductions, membersOf, setDeduction } from "./standingDeductions.ts";

/** What employers are asked to deduct, and what they say they did. */
export const payrollRoutes: Route[] = [
  onStaffCall(listPayrollFiles, async ({ app, query }) => ({
    result: await listPayroll(app, query),
  })),
  onStaffCall(getEmployers, async ({ app }) => ({ results: await readEmployers(app) })),
  onStaffCall(makePayrollFile, async ({ app, staff, body }) => {
    const id = await makeFile(app, staff, body);
    return { result: await readPayrollFile(app, id) };
  }),
  onStaffCall(getPayrollFile, async ({ app, staff, params }) => ({
    file: await openPayrollFile(app, staff, params.fileId),
  })),
  onStaffCall(listPayrollLines, async ({ app, staff, query }) => ({
    result: await listLines(app, staff, query),
  })),
  onStaffCall(undoPayrollLine, async ({ app, staff, params, body }) => {
    const { fileId, line } = params;
    const { reason } = body;
    await sayNotDeducted(app, staff, { fileId: BigInt(fileId), line: BigInt(line), reason });
    return {};
  }),
  onStaffCall(listStandingDeductions, async ({ app, staff, query }) => {
    const page = await listDeductions(app, query);
    await recordLooks(app, staff, membersOf(page.rows), "standing_deduction");
    return { result: page };
  }),
  onStaffCall(setStandingDeduction, async ({ app, staff, body }) => ({
    result: await setDeduction(app, staff, body),
  })),
  onStaffCall(endStandingDeduction, async ({ app, staff, params, body }) => {
    await endDeduction(app, staff, { ...params, ...body });
    return {};
  }),
  onStaffCall(listRemittances, async ({ app, query }) => ({
    result: await listRemitted(app, query),
  })),
  onStaffCall(sendRemittance, async ({ app, staff, query, upload }) => {
    const id = await send(app, staff, { ...query, bytes: upload });
    return { result: await readRemittance(app, id) };
  }),
  onStaffCall(getRemittance, async ({ app, params }) => ({
    result: await readRemittance(app, BigInt(params.remittanceId)),
  })),
  onStaffCall(withdrawRemittance, async ({ app, staff, params, body }) => {
    await withdraw(app, staff, { id: BigInt(params.remittanceId), reason: body.reason });
    return {};
  }),
  onStaffCall(listRemittanceLines, async ({ app, staff, query }) => {
    const page = await readPage(app.db, lineOrder, linesQuery(app, query), query);
    await recordLooks(app, staff, await readPaidMembers(app, page.rows), "remittance_line");
    return { result: { ...page, rows: page.rows.map(toLine) } };
  }),
  onStaffCall(exportRemittanceLines, async ({ app, staff, query }) => ({
    file: await exportList(app, staff, linesQuery(app, query), {
      name: "remittance-lines",
      order: lineOrder,
      columns: lineColumns,
      filters: query,
    }),
  })),
];
