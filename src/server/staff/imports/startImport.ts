import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { promiseJob } from "./promiseJob.ts";

/**
 * Lets a checked import run, in the transaction of its approval. Refuses one that is not checked, or that
 * runs or ran already.
 */
export async function startImport(
  tx: Tx,
  app: App,
  { guid, approvedBy }: { guid: string; approvedBy: string },
): Promise<void> {
  const at = app.now();
  const started = await tx
    .updateTable("member_import")
    .set({ state: "running", started_at: at, approved_by: approvedBy, rows_done: 0 })
    .where("guid", "=", guid)
    .where("state", "=", "checked")
    .returning("id")
    .executeTakeFirst();
  if (started === undefined) throw new Refusal("import_not_ready");
  await promiseJob(tx, "run_import", started.id, at);
}
