import { getSafetyWatch, takeSafetyWatch } from "#contract/staff/safetyWatch.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { listWatched, takeWatched } from "./safetyWatch.ts";

export const safetyWatchRoutes: Route[] = [
  onStaffCall(getSafetyWatch, async ({ app, staff, query }) => ({
    result: await listWatched(app, staff, query),
  })),
  onStaffCall(takeSafetyWatch, async ({ app, staff, body }) => {
    await takeWatched(app, staff, body.id);
    return {};
  }),
];
