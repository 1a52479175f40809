import type { FileAnswer } from "#contract/endpoint.ts";
import type { ACTOR_KINDS, AuditEventRow } from "#contract/staff/audit.ts";
import type { ListPage } from "#contract/staff/list.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { exportList } from "#server/platform/lists/exportList.ts";
import { type ListRequest, readPage } from "#server/platform/lists/readPage.ts";
import { type AuditFilters, auditOrder, auditQuery } from "./auditQuery.ts";

type Stored = {
  id: bigint;
  at: Date;
  actor_kind: string;
  actor: string;
  action: string;
  object: string;
  correlation_id: string;
};

/** One page of the trail. */
export async function listAuditEvents(
  app: App,
  staff: StaffCaller,
  filters: AuditFilters & ListRequest,
): Promise<ListPage<AuditEventRow>> {
  const page = await readPage(app.db, auditOrder, await auditQuery(app, staff, filters), filters);
  return { ...page, rows: page.rows.map(shownEvent) };
}

/** The filtered trail as a file. */
export async function exportAuditEvents(
  app: App,
  staff: StaffCaller,
  filters: AuditFilters & { sort?: string | undefined },
): Promise<FileAnswer> {
  return exportList(app, staff, await auditQuery(app, staff, filters), {
    name: "audit",
    order: auditOrder,
    filters,
    columns: [
      { head: "id", cell: ({ id }) => id },
      { head: "at", cell: ({ at }) => at },
      { head: "actor_kind", cell: ({ actor_kind: kind }) => kind },
      { head: "actor", cell: ({ actor }) => actor },
      { head: "action", cell: ({ action }) => action },
      { head: "object", cell: ({ object }) => object },
      { head: "correlation_id", cell: ({ correlation_id: id }) => id },
      { head: "detail", cell: ({ detail }) => JSON.stringify(detail) },
    ],
  });
}

/** An event as the contract shows it. */
export function shownEvent(event: Stored): AuditEventRow {
  return {
    id: event.id.toString(),
    at: event.at.toISOString(),
    // A check of the table knows the same kinds.
    actorKind: event.actor_kind as (typeof ACTOR_KINDS)[number],
    actor: event.actor,
    action: event.action,
    object: event.object,
    correlationId: event.correlation_id,
  };
}
