import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";
import { checkedAfter } from "./startImport.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a question about a finished import can be answered from its rows. */
const CONTENT_DAYS = 30;

/**
 * Drops files whose check did not end, or that nobody let run, within 7 days, and what the rows of a
 * finished import say of people after 30. What was found of each row, and the members' trail, stay.
 */
export async function forgetImports(app: App): Promise<void> {
  await expireImports(app);
  await forgetContents(app);
}

function expireImports(app: App): Promise<void> {
  const at = app.now();
  return transact(app.db, async (tx) => {
    const expired = await tx
      .updateTable("member_import")
      .set({ state: "expired", largest_openings: "[]", forgotten_at: at })
      .where((either) =>
        either.or([
          either.and([
            either("state", "=", "checking"),
            either("uploaded_at", "<=", checkedAfter(at)),
          ]),
          either.and([
            either("state", "=", "checked"),
            either("checked_at", "<=", checkedAfter(at)),
          ]),
        ]),
      )
      .returning(["id", "guid"])
      .execute();
    for (const { id, guid } of expired) {
      await tx.deleteFrom("member_import_chunk").where("import_id", "=", id).execute();
      await tx.deleteFrom("member_import_row").where("import_id", "=", id).execute();
      await audit(tx, {
        at,
        actorKind: "system",
        actor: "clean_up",
        action: "import_expired",
        object: `import:${guid}`,
        correlationId: app.random.uuid(),
      });
    }
  });
}

function forgetContents(app: App): Promise<void> {
  const at = app.now();
  return transact(app.db, async (tx) => {
    const forgotten = await tx
      .updateTable("member_import")
      .set({ largest_openings: "[]", forgotten_at: at })
      .where("state", "=", "done")
      .where("forgotten_at", "is", null)
      .where("finished_at", "<=", new Date(at.getTime() - CONTENT_DAYS * DAY_MS))
      .returning("id")
      .execute();
    for (const { id } of forgotten) {
      await tx
        .updateTable("member_import_row")
        .set({ content: null, before: "{}" })
        .where("import_id", "=", id)
        .execute();
    }
  });
}
