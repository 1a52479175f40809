import { getBalances } from "#contract/members.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { readAccounts } from "./readAccounts.ts";

export const balancesRoutes: Route[] = [
  onMemberCall(getBalances, async ({ app, caller }) => ({
    result: await readAccounts(app, caller.memberId),
  })),
];
