import { getDashboard } from "#contract/members.ts";
import { onMoneyCall, type Route } from "#server/platform/http/calls.ts";
import { readDashboard } from "./readDashboard.ts";

export const dashboardRoutes: Route[] = [
  // Session and data in one round trip, like a money call.
  onMoneyCall(getDashboard, async (call) => ({ result: await readDashboard(call) })),
];
