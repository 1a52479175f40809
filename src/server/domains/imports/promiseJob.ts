import type { Tx } from "#server/db/db.ts";

/** Has the worker check or run an import once the transaction commits. Both may be begun again at any time. */
export async function promiseJob(
  tx: Tx,
  kind: "check_import" | "run_import",
  importId: bigint,
  at: Date,
): Promise<void> {
  const payload = JSON.stringify({ importId: String(importId) });
  await tx.insertInto("outbox").values({ kind, payload, created_at: at }).execute();
}
