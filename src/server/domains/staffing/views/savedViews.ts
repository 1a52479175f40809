import type { SavedView } from "#contract/staff/views.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/** As many as fit beside each other as tabs, and then some. */
const MOST_VIEWS = 20;

/** The caller's own views of a list, oldest first. */
export async function listViews(app: App, staff: StaffCaller, list: string): Promise<SavedView[]> {
  const rows = await app.db
    .selectFrom("saved_view")
    .select(["id", "name", "query"])
    .where("staff_id", "=", staff.staffId)
    .where("list", "=", list)
    .orderBy("id")
    .execute();
  return rows.map(({ id, ...view }) => ({ id: String(id), ...view }));
}

/** Keeps a view; one of the same name gets these filters. Refuses the 21st of a list. */
export async function keepView(
  app: App,
  { staffId }: StaffCaller,
  { list, name, query }: { list: string; name: string; query: string },
): Promise<SavedView> {
  const id = await transact(app.db, async (tx) => {
    // Two windows of one person take turns, so that neither gets past the limit.
    await tx.selectFrom("staff").select("id").where("id", "=", staffId).forUpdate().execute();
    const others = await tx
      .selectFrom("saved_view")
      .select("id")
      .where("staff_id", "=", staffId)
      .where("list", "=", list)
      .where("name", "!=", name)
      .execute();
    if (others.length >= MOST_VIEWS) throw new Refusal("too_many_views");
    const kept = await tx
      .insertInto("saved_view")
      .values({ staff_id: staffId, list, name, query, created_at: app.now() })
      .onConflict((same) => same.columns(["staff_id", "list", "name"]).doUpdateSet({ query }))
      .returning("id")
      .executeTakeFirstOrThrow();
    return kept.id;
  });
  return { id: String(id), name, query };
}

/** Forgets a view. Another's is as good as none. */
export async function forgetView(app: App, staff: StaffCaller, viewId: string): Promise<void> {
  const gone = await app.db
    .deleteFrom("saved_view")
    .where("id", "=", BigInt(viewId))
    .where("staff_id", "=", staff.staffId)
    .returning("id")
    .executeTakeFirst();
  if (gone === undefined) throw new Refusal("not_found");
}
