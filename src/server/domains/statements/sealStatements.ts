import { sql } from "kysely";
import { transact } from "#server/db/db.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";

/** Leaves of one part of a month's tree, a power of two: what a process that is killed loses, and a proof reads. */
const LEAVES_A_PART = 1_024;

type Step =
  | { o_step: "part" | "none" }
  | { o_step: "sealed"; o_month: string; o_leaves: number; o_root: string; o_hash: string };

/**
 * The worker's: seals each month that has all of its statements, month after month, each once. The record is told to
 * the audit trail in the same transaction, so that the chain of the trail is over it. Goes on where it was stopped.
 */
export async function sealStatements(
  app: App,
  ended?: AbortSignal,
  leaves = LEAVES_A_PART,
): Promise<void> {
  let isMore = true;
  while (isMore && ended?.aborted !== true) {
    // oxlint-disable-next-line no-await-in-loop -- part after part
    isMore = await sealNext(app, leaves);
  }
}

/** One step by itself; false when nothing is left. */
export async function sealNext(app: App, leaves: number): Promise<boolean> {
  return transact(app.db, async (tx) => {
    const at = app.now();
    const { rows } = await sql<Step>`
      select * from statement_seal_next(${leaves}::integer, ${at}::timestamptz)`.execute(tx);
    const [step] = rows;
    if (step?.o_step === "sealed") {
      const month = step.o_month.slice(0, 7);
      await audit(tx, {
        at,
        actorKind: "system",
        actor: "statements",
        action: "statements_sealed",
        object: `statements:${month}`,
        correlationId: `statements:${month}`,
        detail: { statements: step.o_leaves, root: step.o_root, record: step.o_hash },
      });
    }
    return step !== undefined && step.o_step !== "none";
  });
}
