import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import type { Via } from "./queueForReview.ts";

/**
 * Notes that a partner was asked and gave no final answer: the outcome is unknown, and the member sees that
 * we are checking, never that it failed. Ends nothing; a transfer that has ended stays as it is.
 */
export async function markUnknown(
  app: App,
  refNo: string,
  { via, reason }: { via: Via; reason: string },
): Promise<void> {
  const changed = await transact(app.db, async (tx) => {
    const row = await tx
      .updateTable("transfer")
      .set({ state: "unknown" })
      .where("ref_no", "=", refNo)
      .where("state", "in", ["accepted", "sent"])
      .returning("ref_no")
      .executeTakeFirst();
    if (row === undefined) return false;
    await tx
      .insertInto("transfer_step")
      .values({ ref_no: refNo, state: "unknown", via, detail: reason, at: app.now() })
      .execute();
    return true;
  });
  app.log.warn({ refNo, via, reason }, "no answer about a transfer");
  if (changed) app.metrics.transfers.inc({ state: "unknown" });
}
