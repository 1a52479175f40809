import {
  exportImportRows,
  getImport,
  listImportRows,
  listImports,
  uploadImport,
} from "#contract/staff/imports.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { Refusal } from "#server/refusal.ts";
import { exportList } from "#server/platform/lists/exportList.ts";
import {
  importRows,
  readImport,
  readImportRows,
  readImports,
  requireImport,
  rowColumns,
  rowOrder,
} from "./readImports.ts";
import { recordRowsView } from "./recordRowsView.ts";
import { takeUpload } from "./takeUpload.ts";

export const importRoutes: Route[] = [
  onStaffCall(listImports, async ({ app, query, language }) => ({
    result: await readImports(app, query, language),
  })),
  onStaffCall(uploadImport, async ({ app, staff, query, upload }) => {
    // A file may hold members of every branch.
    if (!staff.may("import.run", null)) throw new Refusal("not_your_role");
    const importGuid = await takeUpload(app, {
      fileName: query.fileName,
      bytes: upload,
      uploadedBy: staff.username,
      correlationId: staff.correlationId,
    });
    return { result: { importGuid } };
  }),
  onStaffCall(getImport, async ({ app, params, language }) => ({
    result: await readImport(app, params.importGuid, language),
  })),
  onStaffCall(listImportRows, async ({ app, staff, params, query, language }) => {
    const { importGuid } = params;
    const result = await readImportRows(app, importGuid, query, language);
    await recordRowsView(app, staff, importGuid, result.rows.length);
    return { result };
  }),
  onStaffCall(exportImportRows, async ({ app, staff, params, query, language }) => {
    const { importGuid } = params;
    await requireImport(app, importGuid);
    const rows = importRows(app, importGuid, query.verdict);
    const file = await exportList(app, staff, rows, {
      name: "import-rows",
      order: rowOrder,
      columns: rowColumns(language),
      filters: { ...query, importGuid },
    });
    return { file };
  }),
];
