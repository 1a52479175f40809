import {
  exportEarningLines,
  getEarningRates,
  getEarningRun,
  listEarningLines,
  listEarningRuns,
  reckonDividend,
} from "#contract/staff/earnings.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { exportList } from "#server/platform/lists/exportList.ts";
import { readPage } from "#server/platform/lists/readPage.ts";
import { askDividend } from "./dividends.ts";
import {
  lineColumns,
  lineOrder,
  linesQuery,
  listRuns,
  readRates,
  readRun,
  toLine,
} from "./readRuns.ts";

/** What members earn: interest, dividends, and what they come to. */
export const earningsRoutes: Route[] = [
  onStaffCall(listEarningRuns, async ({ app, query }) => ({ result: await listRuns(app, query) })),
  onStaffCall(getEarningRun, async ({ app, params }) => ({
    result: await readRun(app, BigInt(params.runId)),
  })),
  onStaffCall(listEarningLines, async ({ app, params, query }) => {
    const { runId } = await readRun(app, BigInt(params.runId));
    const lines = linesQuery(app, { ...query, runId: BigInt(runId) });
    const page = await readPage(app.db, lineOrder, lines, query);
    return { result: { ...page, rows: page.rows.map(toLine) } };
  }),
  onStaffCall(exportEarningLines, async ({ app, staff, params, query }) => {
    const { runId, reference } = await readRun(app, BigInt(params.runId));
    const lines = linesQuery(app, { ...query, runId: BigInt(runId) });
    const file = {
      name: `earnings-${reference}`,
      order: lineOrder,
      columns: lineColumns,
      filters: query,
    };
    return { file: await exportList(app, staff, lines, file) };
  }),
  onStaffCall(getEarningRates, async ({ app }) => ({ result: await readRates(app) })),
  onStaffCall(reckonDividend, async ({ app, staff, body }) => {
    const id = await askDividend(app, staff, body);
    return { result: await readRun(app, id) };
  }),
];
