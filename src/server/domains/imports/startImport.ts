import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { promiseJob } from "./promiseJob.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long what a dry run found may be approved, and an unfinished file waits. */
const CHECK_DAYS = 7;

/** What was sent or checked at this moment or earlier has waited too long to run. */
export function checkedAfter(at: Date): Date {
  return new Date(at.getTime() - CHECK_DAYS * DAY_MS);
}

/**
 * Lets a checked import run, in the transaction of its approval. Refuses one that is not checked, that was
 * checked more than CHECK_DAYS ago, or that runs or ran already.
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
    .where("checked_at", ">", checkedAfter(at))
    .returning("id")
    .executeTakeFirst();
  if (started === undefined) throw new Refusal("import_not_ready");
  await promiseJob(tx, "run_import", started.id, at);
}
