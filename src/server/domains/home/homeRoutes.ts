import { getStaffQueues } from "#contract/staff/home.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { readQueues } from "./queues.ts";

export const homeRoutes: Route[] = [
  onStaffCall(getStaffQueues, async ({ app, staff }) => ({
    results: await readQueues(app, staff),
  })),
];
