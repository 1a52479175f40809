import {
  answerTransferCase,
  exportTransferCases,
  getTransferCase,
  handOverTransferCase,
  listTransferCases,
  noteTransferCase,
  resolveTransferCase,
  takeTransferCase,
} from "#contract/staff/transferCases.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { exportList } from "#server/platform/lists/exportList.ts";
import { readPage } from "#server/platform/lists/readPage.ts";
import { answer, handOver, note, resolve, takeCase } from "./caseActions.ts";
import { caseColumns, caseOrder, casesQuery, toCaseRow } from "./casesQuery.ts";
import { readCase } from "./readCase.ts";

export const caseDeskRoutes: Route[] = [
  onStaffCall(listTransferCases, async ({ app, staff, query }) => {
    const page = await readPage(app.db, caseOrder, casesQuery(app, staff, query), query);
    return { result: { ...page, rows: page.rows.map(toCaseRow) } };
  }),
  onStaffCall(exportTransferCases, async ({ app, staff, query }) => ({
    file: await exportList(app, staff, casesQuery(app, staff, query), {
      name: "transfer-cases",
      order: caseOrder,
      columns: caseColumns,
      filters: query,
    }),
  })),
  onStaffCall(getTransferCase, async ({ app, staff, params }) => ({
    result: await readCase(app, staff, params.caseNo),
  })),
  onStaffCall(takeTransferCase, async ({ app, staff, params }) => {
    await takeCase(app, staff, params.caseNo);
    return {};
  }),
  onStaffCall(handOverTransferCase, async ({ app, staff, params, body }) => {
    await handOver(app, staff, params.caseNo, body);
    return {};
  }),
  onStaffCall(noteTransferCase, async ({ app, staff, params, body }) => {
    await note(app, staff, params.caseNo, body.words);
    return {};
  }),
  onStaffCall(answerTransferCase, async ({ app, staff, params, body }) => {
    await answer(app, staff, params.caseNo, body);
    return {};
  }),
  onStaffCall(resolveTransferCase, async ({ app, staff, params, body }) => {
    await resolve(app, staff, params.caseNo, body);
    return {};
  }),
];
