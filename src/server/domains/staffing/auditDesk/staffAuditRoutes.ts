import {
  exportAuditEvents as exportCall,
  getAuditChain,
  getAuditEvent,
  listAuditEvents as listCall,
} from "#contract/staff/audit.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { exportAuditEvents, listAuditEvents } from "./listAuditEvents.ts";
import { readAuditChain } from "./readAuditChain.ts";
import { readAuditEvent } from "./readAuditEvent.ts";

/** The trail is one for all branches: of it each reads what their role says, all or their branches' part. */
export const staffAuditRoutes: Route[] = [
  onStaffCall(listCall, async ({ app, staff, query }) => ({
    result: await listAuditEvents(app, staff, query),
  })),
  onStaffCall(exportCall, async ({ app, staff, query }) => ({
    file: await exportAuditEvents(app, staff, query),
  })),
  onStaffCall(getAuditEvent, async ({ app, staff, params }) => ({
    result: await readAuditEvent(app, staff, params.eventId),
  })),
  onStaffCall(getAuditChain, async ({ app }) => ({ result: await readAuditChain(app) })),
];
