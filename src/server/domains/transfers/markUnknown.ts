import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";

/** Notes that the issuer was asked and said nothing final. Ends nothing; a transfer that has ended stays so. */
export async function markUnknown(
  app: App,
  { refNo, via }: { refNo: string; via: "job" | "inquiry" | "callback" },
  reason: string,
): Promise<void> {
  const at = app.now();
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
      .values({ ref_no: refNo, state: "unknown", via, detail: reason, at })
      .execute();
    return true;
  });
  app.log.warn({ refNo, via, reason }, "no answer from the card issuer");
  if (changed) app.metrics.transfers.inc({ state: "unknown" });
}
