import type { ACTOR_KINDS } from "#contract/staff/audit.ts";
import type { App } from "#server/platform/app.ts";
import { type ListRequest, type ListOrder, readPage } from "#server/platform/lists/readPage.ts";

const order = {
  sorts: { at: { by: "e.id", type: "bigint" } },
  id: { by: "e.id", type: "bigint" },
  first: "-at",
} as const satisfies ListOrder;

/** What the audit trail says of a member, looks at the file included, newest first. */
export async function readMemberTrail(app: App, memberGuid: string, request: ListRequest) {
  const query = app.db
    .selectFrom("audit_event as e")
    .select(["e.id", "e.at", "e.actor_kind", "e.actor", "e.action", "e.detail"])
    .where("e.object", "=", `member:${memberGuid}`);
  const page = await readPage(app.db, order, query, request);
  return {
    ...page,
    rows: page.rows.map((event) => ({
      id: String(event.id),
      at: event.at.toISOString(),
      // The column's own check allows no others.
      actorKind: event.actor_kind as (typeof ACTOR_KINDS)[number],
      actor: event.actor,
      action: event.action,
      detail: detailText(event.detail),
    })),
  };
}

/** '{"what":"profile"}' -> 'what: profile'. */
function detailText(detail: unknown): string {
  return Object.entries(detail ?? {})
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(", ");
}
