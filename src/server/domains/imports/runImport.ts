import { sql } from "kysely";
import type { ImportColumn } from "#contract/staff/importFile.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { addMembers } from "./addMembers.ts";
import type { RowContent } from "./checkRow.ts";
import { countVerdicts } from "./checkImport.ts";
import { type Comparison, compareWithBooks, profileFields } from "./compareWithBooks.ts";

/** Rows of one transaction. A process that is killed loses this much work and no more. */
const ROWS_A_BATCH = 500;

type Shown = Pick<Comparison, "verdict" | "differences" | "before">;
type Row = { line: number; content: RowContent; shown: Shown };
type Decided = Row & Comparison;

/**
 * Takes over the members of an approved file, batch by batch, each in a transaction with the note of which
 * rows it took: cut short at any moment and begun again it doubles and forgets nothing. Each row is
 * compared anew with the books as they are by then, and carried out only where it still is what the dry
 * run showed to who approved it; any other is left as it is and noted as different.
 */
export async function runImport(app: App, importId: bigint): Promise<void> {
  for (let isMore = true; isMore;) {
    isMore = await transact(app.db, (tx) => runBatch(tx, app, importId));
  }
}

async function runBatch(tx: Tx, app: App, importId: bigint): Promise<boolean> {
  const run = await tx
    .selectFrom("member_import")
    .select(["guid", "approved_by", "columns"])
    .where("id", "=", importId)
    .where("state", "=", "running")
    .forUpdate()
    .executeTakeFirst();
  if (run === undefined) return false;
  const rows = await takeRows(tx, importId);
  const actor = run.approved_by ?? "";
  if (rows.length === 0) {
    await finish(tx, app, importId, { guid: run.guid, actor });
    return false;
  }
  // Written by checkImport from the list of columns.
  const columns = run.columns as ImportColumn[];
  const compared = await compareWithBooks(
    tx,
    rows.map(({ content }) => content),
    { columns, lock: true },
  );
  const decided = rows.flatMap((row, index): Decided[] => {
    const comparison = compared[index];
    if (comparison === undefined) return [];
    const isAsShown = isSame(comparison, row.shown);
    return [{ ...row, ...comparison, ...(isAsShown ? {} : { verdict: "different" }) }];
  });
  const added = await addMembers(
    tx,
    app,
    importId,
    decided.filter(({ verdict }) => verdict === "add"),
    actor,
  );
  const correlationId = app.random.uuid();
  await updateMembers(
    tx,
    app,
    decided.filter(({ verdict }) => verdict === "update"),
    { actor, importGuid: run.guid, correlationId },
  );
  // What another added between the look and the writing is looked at again in the next batch.
  const done = decided
    .map((row) => ({ ...row, memberId: row.memberId ?? added.get(row.content.membershipNo) }))
    .filter(({ verdict, memberId }) => verdict !== "add" || memberId !== undefined);
  await noteDone(tx, app, importId, done);
  await audit(tx, {
    at: app.now(),
    actorKind: "staff",
    actor,
    action: "members_imported",
    object: `import:${run.guid}`,
    correlationId,
    detail: {
      fromLine: rows[0]?.line ?? 0,
      toLine: rows.at(-1)?.line ?? 0,
      added: added.size,
      updated: done.filter(({ verdict }) => verdict === "update").length,
    },
  });
  return true;
}

async function takeRows(tx: Tx, importId: bigint): Promise<Row[]> {
  const rows = await tx
    .selectFrom("member_import_row")
    .select(["line", "content", "verdict", "differences", "before"])
    .where("import_id", "=", importId)
    .where("done_at", "is", null)
    .where("verdict", "not in", ["invalid", "passed_over"])
    .orderBy("line")
    .limit(ROWS_A_BATCH)
    .execute();
  // Written by checkImport in exactly this form.
  return rows.map(({ line, content, ...shown }) => ({
    line,
    content: content as RowContent,
    shown: shown as Shown,
  }));
}

/** Whether a row would do now, from the same state, what it would have done then. */
function isSame(now: Shown, then: Shown): boolean {
  return (
    now.verdict === then.verdict &&
    now.differences.length === then.differences.length &&
    now.differences.every(
      (column) => then.differences.includes(column) && now.before[column] === then.before[column],
    )
  );
}

/** Of each member the trail has the columns that changed and the file they came from, never the values. */
async function updateMembers(
  tx: Tx,
  app: App,
  rows: readonly Decided[],
  by: { actor: string; importGuid: string; correlationId: string },
): Promise<void> {
  for (const { memberId, content, differences } of rows) {
    const changed = profileFields.filter(({ column }) => differences.includes(column));
    if (memberId === undefined || changed.length === 0) continue;
    const { guid } = await tx
      .updateTable("member")
      // The columns of the table by their own names, with values that were checked for them.
      .set(Object.fromEntries(changed.map(({ key, stored }) => [stored, content[key]])))
      .where("id", "=", memberId)
      .returning("guid")
      .executeTakeFirstOrThrow();
    await audit(tx, {
      at: app.now(),
      actorKind: "staff",
      actor: by.actor,
      action: "member_changed_by_import",
      object: `member:${guid}`,
      correlationId: by.correlationId,
      wholeFile: by.importGuid,
      detail: { columns: changed.map(({ column }) => column).join(" ") },
    });
  }
}

async function noteDone(
  tx: Tx,
  app: App,
  importId: bigint,
  done: readonly (Decided & { memberId: bigint | undefined })[],
): Promise<void> {
  const given = done.map(({ line, verdict, differences, memberId }) => ({
    line,
    verdict,
    differences,
    member: memberId === undefined ? null : String(memberId),
  }));
  await sql`
    update member_import_row r set done_at = ${app.now()}::timestamptz, verdict = d.verdict,
      differences = d.differences, member_id = d.member
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as d (line integer, verdict text, differences text[], member bigint)
    where r.import_id = ${importId} and r.line = d.line`.execute(tx);
  await tx
    .updateTable("member_import")
    .set((row) => ({ rows_done: row("rows_done", "+", done.length) }))
    .where("id", "=", importId)
    .execute();
}

async function finish(
  tx: Tx,
  app: App,
  importId: bigint,
  { guid, actor }: { guid: string; actor: string },
): Promise<void> {
  const at = app.now();
  await tx
    .updateTable("member_import")
    .set({ state: "done", finished_at: at })
    .where("id", "=", importId)
    .execute();
  await countVerdicts(tx, importId);
  await audit(tx, {
    at,
    actorKind: "staff",
    actor,
    action: "import_finished",
    object: `import:${guid}`,
    correlationId: app.random.uuid(),
  });
}
