import { getHealth } from "#contract/staff/jobs.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { readHealth } from "./health.ts";

export const healthRoutes: Route[] = [
  onStaffCall(getHealth, async ({ app }) => ({ result: await readHealth(app) })),
];
