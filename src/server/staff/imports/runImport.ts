import { sql } from "kysely";
import type { ImportColumn } from "#contract/staff/importFile.ts";
import type { App } from "#server/app.ts";
import { audit } from "#server/audit.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { addMembers } from "./addMembers.ts";
import type { RowContent } from "./checkRow.ts";
import { countVerdicts } from "./checkImport.ts";
import { type Comparison, compareWithBooks, profileFields } from "./compareWithBooks.ts";

/** Rows of one transaction. A process that is killed loses this much work and no more. */
const ROWS_A_BATCH = 500;

type Row = { line: number; content: RowContent };
type Decided = Row & Comparison;

/**
 * Takes over the members of an approved file, batch by batch, each in a transaction with the note of which
 * rows it took: cut short at any moment and begun again it doubles and forgets nothing. Each row is
 * compared anew with the books as they are by then.
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
    return comparison === undefined ? [] : [{ ...row, ...comparison }];
  });
  const added = await addMembers(
    tx,
    app,
    importId,
    decided.filter(({ verdict }) => verdict === "add"),
    actor,
  );
  await updateMembers(
    tx,
    decided.filter(({ verdict }) => verdict === "update"),
  );
  // What another added between the look and the writing is looked at again in the next batch.
  const done = decided
    .map((row) => ({ ...row, memberId: row.memberId ?? added.get(row.content.membershipNo) }))
    .filter(({ memberId }) => memberId !== undefined);
  await noteDone(tx, app, importId, done);
  await audit(tx, {
    at: app.now(),
    actorKind: "staff",
    actor,
    action: "members_imported",
    object: `import:${run.guid}`,
    correlationId: app.random.uuid(),
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
    .select(["line", "content"])
    .where("import_id", "=", importId)
    .where("done_at", "is", null)
    .where("verdict", "<>", "invalid")
    .orderBy("line")
    .limit(ROWS_A_BATCH)
    .execute();
  // Written by checkImport in exactly this form.
  return rows.map(({ line, content }) => ({ line, content: content as RowContent }));
}

async function updateMembers(tx: Tx, rows: readonly Decided[]): Promise<void> {
  for (const { memberId, content, differences } of rows) {
    const changed = profileFields.filter(({ column }) => differences.includes(column));
    if (memberId === undefined || changed.length === 0) continue;
    await tx
      .updateTable("member")
      // The columns of the table by their own names, with values that were checked for them.
      .set(Object.fromEntries(changed.map(({ key, stored }) => [stored, content[key]])))
      .where("id", "=", memberId)
      .execute();
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
    member: String(memberId),
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
