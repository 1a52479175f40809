import { sql } from "kysely";
import type { ReconciliationSource } from "#contract/staff/reconciliation.ts";
import type { Tx } from "#server/db/db.ts";
import type { Line } from "./matchLines.ts";
import type { PartnerFile } from "./partnerFile.ts";

/** The file that counts for a source and day. */
export type Run = { id: bigint; isNew: boolean };

/**
 * Stores a partner's file with its lines and makes it the one that counts for its day. The same file again is
 * the same import: nothing is stored twice.
 */
export async function keepFile(
  tx: Tx,
  { source, day }: { source: ReconciliationSource; day: string },
  file: PartnerFile,
  { at, by }: { at: Date; by: string },
): Promise<Run> {
  const known = await tx
    .selectFrom("reconciliation_run")
    .select(["id", "replaced_at"])
    .where("source", "=", source)
    .where("day", "=", day)
    .where("sha256", "=", file.sha256)
    .executeTakeFirst();
  if (known?.replaced_at === null) return { id: known.id, isNew: false };
  await tx
    .updateTable("reconciliation_run")
    .set({ replaced_at: at })
    .where("source", "=", source)
    .where("day", "=", day)
    .where("replaced_at", "is", null)
    .execute();
  if (known !== undefined) {
    await tx
      .updateTable("reconciliation_run")
      .set({ replaced_at: null })
      .where("id", "=", known.id)
      .execute();
    return { id: known.id, isNew: false };
  }
  const { id } = await tx
    .insertInto("reconciliation_run")
    .values({
      source,
      day,
      sha256: file.sha256,
      fetched_at: at,
      asked_by: by,
      matched_at: at,
      line_count: file.lines.length,
      our_count: 0,
      matched_count: 0,
      total_centavos: file.total,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await keepLines(tx, id, file.lines);
  return { id, isNew: true };
}

async function keepLines(tx: Tx, runId: bigint, lines: readonly Line[]): Promise<void> {
  await sql`
    insert into reconciliation_line (run_id, line_no, reference, account, amount_centavos, at, state)
    select ${runId}, l.line_no, l.reference, l.account, l.amount, l.at, nullif(l.state, '')
    from unnest(
      ${lines.map(({ reference }) => reference)}::text[],
      ${lines.map(({ account }) => account)}::text[],
      ${lines.map(({ amount }) => amount)}::bigint[],
      ${lines.map(({ at }) => at.toISOString())}::timestamptz[],
      ${lines.map(({ state = "" }) => state)}::text[]
    ) with ordinality as l (reference, account, amount, at, state, line_no)`.execute(tx);
}
