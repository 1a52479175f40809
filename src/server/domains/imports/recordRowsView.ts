import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";

/** Remembers that somebody looked at people's data in a file. Await it before the rows are answered. */
export async function recordRowsView(
  app: App,
  staff: StaffCaller,
  importGuid: string,
  shown: number,
): Promise<void> {
  await transact(app.db, (tx) =>
    audit(tx, {
      at: app.now(),
      actorKind: "staff",
      actor: staff.username,
      action: "look_at_import_rows",
      object: `import:${importGuid}`,
      correlationId: staff.correlationId,
      detail: { shown },
    }),
  );
}
