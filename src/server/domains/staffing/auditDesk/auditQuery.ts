import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import type { App, StaffCaller } from "#server/platform/app.ts";
import type { Schema } from "#server/db/db.ts";
import { type ListOrder } from "#server/platform/lists/readPage.ts";
import { anywhere } from "#server/platform/lists/anywhere.ts";

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
  branch?: string | undefined;
};

export const auditOrder = {
  sorts: { at: { by: "audit_event.at", type: "moment" } },
  id: { by: "audit_event.id", type: "bigint" },
  first: "-at",
} as const satisfies ListOrder;

/**
 * The events that the filters leave, of those the caller may read: all, or what was done by and to the
 * people of the caller's branches. Each filter but the kind has its index (baseline/030_audit.sql).
 */
export async function auditQuery(app: App, staff: StaffCaller, filters: AuditFilters) {
  const { from, to, actorKind, actor, action, object, member, correlationId, branch } = filters;
  const offices = staff.offices("audit.view");
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
  if (offices !== "all") query = query.where(isOfOffices(offices));
  if (branch !== undefined) query = query.where(isOfOffices(await officesNamed(app, branch)));
  if (from !== undefined) query = query.where("audit_event.at", ">=", startOf(from));
  if (to !== undefined)
    query = query.where("audit_event.at", "<", sql<Date>`${startOf(to)} + interval '1 day'`);
  if (actorKind !== undefined) query = query.where("audit_event.actor_kind", "=", actorKind);
  if (actor !== undefined) query = query.where("audit_event.actor", "=", actor);
  if (action !== undefined) query = query.where(isActionNamed(action));
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

/**
 * Done by somebody who works there, by or to a member there, or a request of there. Each event asks by the
 * index of what it names, so that a branch of many members costs no more than one of few.
 */
export function isOfOffices(offices: bigint[]) {
  const of = sql`= any (${offices}::bigint[])`;
  return sql<boolean>`case
    when audit_event.actor_kind = 'staff' and exists (
      select from staff s where s.username = audit_event.actor and s.office_id ${of}) then true
    when audit_event.actor_kind = 'member' and exists (
      select from member m where m.guid = ${guidIn(sql`audit_event.actor`)} and m.office_id ${of}) then true
    when audit_event.object like 'member:%' then exists (
      select from member m
      where m.guid = ${guidIn(sql`substr(audit_event.object, 8)`)} and m.office_id ${of})
    when audit_event.object like 'request:%' then exists (
      select from staff_request r
      where r.id = ${guidIn(sql`substr(audit_event.object, 9)`)} and r.office_id ${of})
    else false end`;
}

/** Null for a text that is no guid. */
function guidIn(text: RawBuilder<unknown>) {
  return sql`case when ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${text}::uuid end`;
}

/**
 * Actions with this part. There are few of them: they are read from their index by jumps, so that a rare
 * one costs no look at every event.
 */
function isActionNamed(part: string) {
  return sql<boolean>`audit_event.action = any (array (
    with recursive known (action) as (
      (select e.action from audit_event e order by e.action limit 1)
      union all
      select (select e.action from audit_event e where e.action > known.action order by e.action limit 1)
      from known where known.action is not null
    ) select known.action from known where known.action ilike ${anywhere(part)}))`;
}

async function officesNamed(app: App, part: string): Promise<bigint[]> {
  const rows = await app.db
    .selectFrom("office")
    .select("id")
    .where("branch_name", "ilike", anywhere(part))
    .execute();
  return rows.map(({ id }) => id);
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
