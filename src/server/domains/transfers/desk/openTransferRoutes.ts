import {
  exportOpenTransfers,
  getTransferFile,
  inquireTransfer as inquireTransferCall,
  listOpenTransfers,
} from "#contract/staff/transfers.ts";
import { exportInwardCredits, listInwardCredits } from "#contract/staff/inwardCredits.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { exportList } from "#server/platform/lists/exportList.ts";
import { readPage } from "#server/platform/lists/readPage.ts";
import * as inward from "./inwardCredits.ts";
import { inquireTransfer } from "./inquireTransfer.ts";
import { columns, openTransfersQuery, order, toOpenTransfer } from "./openTransfers.ts";
import { readTransferFile } from "./readTransferFile.ts";

export const openTransferRoutes: Route[] = [
  onStaffCall(listOpenTransfers, async ({ app, staff, query }) => {
    const page = await readPage(app.db, order, openTransfersQuery(app, staff, query), query);
    return { result: { ...page, rows: page.rows.map(toOpenTransfer) } };
  }),
  onStaffCall(exportOpenTransfers, async ({ app, staff, query }) => ({
    file: await exportList(app, staff, openTransfersQuery(app, staff, query), {
      name: "open-transfers",
      order,
      columns,
      filters: query,
    }),
  })),
  onStaffCall(listInwardCredits, async ({ app, staff, query }) => {
    const rows = inward.inwardCreditsQuery(app, staff, query);
    const page = await readPage(app.db, inward.order, rows, query);
    return { result: { ...page, rows: page.rows.map(inward.toInwardCredit) } };
  }),
  onStaffCall(exportInwardCredits, async ({ app, staff, query }) => ({
    file: await exportList(app, staff, inward.inwardCreditsQuery(app, staff, query), {
      name: "inward-credits",
      order: inward.order,
      columns: inward.columns,
      filters: query,
    }),
  })),
  onStaffCall(getTransferFile, async ({ app, staff, params }) => ({
    result: await readTransferFile(app, staff, params.refNo),
  })),
  onStaffCall(inquireTransferCall, async ({ app, staff, params }) => {
    await inquireTransfer(app, staff, params.refNo);
    return {};
  }),
];
