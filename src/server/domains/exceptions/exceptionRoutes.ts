import {
  getExceptions,
  handOverException,
  resolveException,
  takeException,
} from "#contract/staff/jobs.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { listExceptions, own, resolve } from "./exceptions.ts";

/** What does not fit the books, of whichever domain: its list, who looks into it, what was done. */
export const exceptionRoutes: Route[] = [
  onStaffCall(getExceptions, async ({ app, staff, query }) => ({
    result: await listExceptions(app, staff, query),
  })),
  onStaffCall(resolveException, async ({ app, staff, body }) => {
    await resolve(app, staff, body);
    return {};
  }),
  onStaffCall(takeException, async ({ app, staff, body }) => {
    await own(app, staff, { id: body.id, to: staff.username });
    return {};
  }),
  onStaffCall(handOverException, async ({ app, staff, body }) => {
    await own(app, staff, body);
    return {};
  }),
];
