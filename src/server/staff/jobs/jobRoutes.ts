import {
  askIssuerAgain as askIssuerAgainCall,
  getExceptions,
  getJobs,
  getTexts,
  rerunJob as rerunJobCall,
  resolveException,
} from "#contract/staff/jobs.ts";
import { onStaffCall, type Route } from "#server/http/calls.ts";
import { askIssuerAgain } from "./askIssuerAgain.ts";
import { listExceptions, resolve } from "./exceptions.ts";
import { listJobs, rerunJob } from "./jobs.ts";
import { listTexts } from "./textMessages.ts";

export const jobRoutes: Route[] = [
  onStaffCall(getJobs, async ({ app, query }) => ({ result: await listJobs(app, query) })),
  onStaffCall(rerunJobCall, async ({ app, staff, params }) => {
    await rerunJob(app, staff, params.jobId);
    return {};
  }),
  onStaffCall(getTexts, async ({ app, query }) => ({ result: await listTexts(app, query) })),
  onStaffCall(getExceptions, async ({ app, query }) => ({
    result: await listExceptions(app, query),
  })),
  onStaffCall(resolveException, async ({ app, staff, body }) => {
    await resolve(app, staff, body);
    return {};
  }),
  onStaffCall(askIssuerAgainCall, async ({ app, staff, body }) => {
    await askIssuerAgain(app, staff, body.id);
    return {};
  }),
];
