import {
  inquireIssuerAgain as askIssuerAgainCall,
  getExceptions,
  getJobs,
  getTexts,
  handOverException,
  rerunJob as rerunJobCall,
  resolveException,
  takeException,
} from "#contract/staff/jobs.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { inquireIssuerAgain } from "./inquireIssuerAgain.ts";
import { listExceptions, own, resolve } from "./exceptions.ts";
import { listJobs, rerunJob } from "./jobs.ts";
import { listTexts } from "./textMessages.ts";

export const jobRoutes: Route[] = [
  onStaffCall(getJobs, async ({ app, query }) => ({ result: await listJobs(app, query) })),
  onStaffCall(rerunJobCall, async ({ app, staff, params }) => {
    await rerunJob(app, staff, params.jobId);
    return {};
  }),
  onStaffCall(getTexts, async ({ app, query }) => ({ result: await listTexts(app, query) })),
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
  onStaffCall(askIssuerAgainCall, async ({ app, staff, body }) => {
    await inquireIssuerAgain(app, staff, body.id);
    return {};
  }),
];
