import { getFees } from "#contract/staff/operations.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { readFees } from "./readFees.ts";

export const feeRoutes: Route[] = [
  onStaffCall(getFees, async ({ app }) => ({ results: await readFees(app) })),
];
