import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { keepFile } from "./keepFile.ts";
import { type Line, matchLines } from "./matchLines.ts";
import type { RequestedBy, OfDay } from "./ofDay.ts";
import { ourLines } from "./ourLines.ts";
import { fetchFile, type PartnerFile } from "./partnerFile.ts";
import { settleBreaks } from "./settleBreaks.ts";

/**
 * Fetches a partner's movements on a day and matches them with our books. Idempotent: the same file is one
 * import, and each run writes the breaks as they are by then. Refuses settlement_day_open, settlement_absent,
 * settlement_wrong, settlement_unavailable.
 */
export async function reconcileDay(app: App, of: OfDay, by: RequestedBy): Promise<bigint> {
  if (of.day >= manilaDate(app.now())) throw new Refusal("settlement_day_open");
  const file = await fetchFile(app, of.source, of.day);
  return transact(app.db, (tx) => holdAgainstBooks(tx, app, of, file, by));
}

/** The same for a file that is stored already. */
export async function holdAgainstBooks(
  tx: Tx,
  app: App,
  of: OfDay,
  file: PartnerFile,
  by: RequestedBy,
): Promise<bigint> {
  const at = app.now();
  // Runs for one source take turns: each reads what the others cleared.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reconcile ${of.source}`}, 0))`.execute(
    tx,
  );
  const run = await keepFile(tx, of, file, { at, by: by.name });
  const ours = await ourLines(tx, of.source, of.day);
  const theirs = await theirLines(tx, run.id);
  const { matched, findings } = matchLines(ours, theirs);
  await settleBreaks(tx, { ...of, runId: run.id, at, by }, findings);
  await tx
    .updateTable("reconciliation_run")
    .set({ matched_at: at, our_count: ours.length, matched_count: matched })
    .where("id", "=", run.id)
    .execute();
  await audit(tx, {
    at,
    actorKind: by.kind,
    actor: by.name,
    action: run.isNew ? "import_settlement" : "match_settlement",
    object: `settlement:${of.source}:${of.day}`,
    correlationId: by.correlationId,
    detail: { sha256: file.sha256, lines: theirs.length, found: findings.length },
  });
  return run.id;
}

async function theirLines(tx: Tx, runId: bigint): Promise<Line[]> {
  const rows = await tx
    .selectFrom("reconciliation_line")
    .select(["reference", "account", "amount_centavos", "at", "state"])
    .where("run_id", "=", runId)
    .orderBy("line_no")
    .execute();
  return rows.map(({ amount_centavos: amount, state, ...line }) => ({
    ...line,
    amount,
    state: state ?? undefined,
  }));
}
