import { getJobs, getTexts, rerunJob as rerunJobCall } from "#contract/staff/jobs.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { listJobs, rerunJob } from "./jobs.ts";
import { listTexts } from "./textMessages.ts";

export const jobRoutes: Route[] = [
  onStaffCall(getJobs, async ({ app, query }) => ({ result: await listJobs(app, query) })),
  onStaffCall(rerunJobCall, async ({ app, staff, params }) => {
    await rerunJob(app, staff, params.jobId);
    return {};
  }),
  onStaffCall(getTexts, async ({ app, query }) => ({ result: await listTexts(app, query) })),
];
