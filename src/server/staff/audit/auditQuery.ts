import { type ExpressionBuilder, sql } from "kysely";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/db.ts";
import { type ListOrder } from "#server/staff/lists/readPage.ts";

/** As the contract has checked them. */
export type AuditFilters = {
  from?: string | undefined;
  to?: string | undefined;
  actorKind?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  object?: string | undefined;
  member?: string | undefined;
  correlationId?: string | undefined;
};

export const auditOrder = {
  sorts: { at: { by: "audit_event.at", type: "moment" } },
  id: { by: "audit_event.id", type: "bigint" },
  first: "-at",
} as const satisfies ListOrder;

/** The events that the filters leave. Each filter but the kind has its index (0002, 0019). */
export async function auditQuery(app: App, filters: AuditFilters) {
  const { from, to, actorKind, actor, action, object, member, correlationId } = filters;
  let query = app.db
    .selectFrom("audit_event")
    .select([
      "audit_event.id",
      "audit_event.at",
      "audit_event.actor_kind",
      "audit_event.actor",
      "audit_event.action",
      "audit_event.object",
      "audit_event.correlation_id",
      "audit_event.detail",
    ]);
  if (from !== undefined) query = query.where("audit_event.at", ">=", startOf(from));
  if (to !== undefined)
    query = query.where("audit_event.at", "<", sql<Date>`${startOf(to)} + interval '1 day'`);
  if (actorKind !== undefined) query = query.where("audit_event.actor_kind", "=", actorKind);
  if (actor !== undefined) query = query.where("audit_event.actor", "=", actor);
  if (action !== undefined) query = query.where("audit_event.action", "=", action);
  if (object !== undefined) query = query.where("audit_event.object", "=", object);
  if (correlationId !== undefined) {
    query = query.where("audit_event.correlation_id", "=", correlationId);
  }
  if (member !== undefined) {
    const guid = await guidOf(app, member);
    query = query.where((events) => ofMember(events, guid));
  }
  return query;
}

/** What the member did, and what was done to the member. */
function ofMember(events: ExpressionBuilder<Schema, "audit_event">, guid: string) {
  return events.or([
    events("audit_event.actor", "=", guid),
    events("audit_event.object", "=", `member:${guid}`),
  ]);
}

/** A membership number becomes the guid; what is neither names nobody. */
async function guidOf(app: App, text: string): Promise<string> {
  if (!/^\d{16}$/.test(text)) return text.toLowerCase();
  const found = await app.db
    .selectFrom("member")
    .select("guid")
    .where("membership_no", "=", text)
    .executeTakeFirst();
  return found?.guid ?? text;
}

/** Midnight in Manila. */
function startOf(day: string) {
  return sql<Date>`${`${day}T00:00:00+08:00`}::timestamptz`;
}
