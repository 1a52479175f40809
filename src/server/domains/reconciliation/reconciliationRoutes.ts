import {
  askForProof as askForProofCall,
  exportBreaks,
  listAskedProofs,
  listBreaks,
  listProofs,
  listReconciliationRuns,
  resolveBreak as resolveBreakCall,
  runReconciliation,
  takeBreak as takeBreakCall,
} from "#contract/staff/reconciliation.ts";
import type { StaffCaller } from "#server/platform/app.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { exportList } from "#server/platform/lists/exportList.ts";
import { readPage } from "#server/platform/lists/readPage.ts";
import { askForProof, listRequestedProofs } from "./requestedProofs.ts";
import { resolveBreak, takeBreak } from "./breakActions.ts";
import { breakColumns, breakOrder, breaksQuery, toBreak } from "./breaksQuery.ts";
import { readProofs, readRun, readRuns } from "./readRuns.ts";
import type { RequestedBy } from "./ofDay.ts";
import { reconcileDay } from "./reconcileDay.ts";

const byStaff = ({ username, correlationId }: StaffCaller): RequestedBy => ({
  kind: "staff",
  name: username,
  correlationId,
});

export const reconciliationRoutes: Route[] = [
  onStaffCall(listReconciliationRuns, async ({ app, query }) => ({
    result: await readRuns(app, query),
  })),
  onStaffCall(runReconciliation, async ({ app, staff, body }) => ({
    result: await readRun(app, await reconcileDay(app, body, byStaff(staff))),
  })),
  onStaffCall(listBreaks, async ({ app, query }) => {
    const page = await readPage(app.db, breakOrder, breaksQuery(app, query), query);
    return { result: { ...page, rows: page.rows.map(toBreak) } };
  }),
  onStaffCall(exportBreaks, async ({ app, staff, query }) => ({
    file: await exportList(app, staff, breaksQuery(app, query), {
      name: "reconciliation-breaks",
      order: breakOrder,
      columns: breakColumns,
      filters: query,
    }),
  })),
  onStaffCall(takeBreakCall, async ({ app, staff, params }) => {
    await takeBreak(app, staff, BigInt(params.breakId));
    return {};
  }),
  onStaffCall(resolveBreakCall, async ({ app, staff, params, body }) => {
    await resolveBreak(app, staff, { id: BigInt(params.breakId), ...body });
    return {};
  }),
  onStaffCall(listProofs, async ({ app, query }) => ({ result: await readProofs(app, query) })),
  onStaffCall(listAskedProofs, async ({ app }) => ({ results: await listRequestedProofs(app) })),
  onStaffCall(askForProofCall, async ({ app, staff, body }) => ({
    result: await askForProof(app, body.day, byStaff(staff)),
  })),
];
