import { getApprovalPolicy } from "#contract/staff/approvalPolicy.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { readPolicy } from "./readPolicy.ts";

export const policyRoutes: Route[] = [
  onStaffCall(getApprovalPolicy, async ({ app }) => ({ results: await readPolicy(app.db) })),
];
