import { getTransactionHistory } from "#contract/history.ts";
import { onMemberCall, type Route } from "#server/http/calls.ts";
import { readHistory } from "./readHistory.ts";

export const historyRoutes: Route[] = [
  onMemberCall(getTransactionHistory, async ({ app, caller, query }) => ({
    result: await readHistory(app, caller, query),
  })),
];
