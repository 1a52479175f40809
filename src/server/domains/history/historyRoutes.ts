import {
  downloadTransactionHistory,
  getTransactionDetails,
  getTransactionHistory,
} from "#contract/history.ts";
import { getSpending, getSpendingRows } from "#contract/spending.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { readHistory } from "./readHistory.ts";
import { readSpending, readSpendingRows } from "./readSpending.ts";
import { makeStatement } from "./statement/makeStatement.ts";
import { transactionDetails } from "./transactionDetails.ts";

export const historyRoutes: Route[] = [
  onMemberCall(getTransactionHistory, async ({ app, caller, query }) => ({
    result: await readHistory(app, caller, query),
  })),
  onMemberCall(getTransactionDetails, async ({ app, caller, params, query }) => ({
    result: await transactionDetails(app, caller, { ...params, ...query }),
  })),
  onMemberCall(getSpending, async ({ app, caller }) => ({
    result: await readSpending(app, caller),
  })),
  onMemberCall(getSpendingRows, async ({ app, caller, params, query }) => ({
    result: await readSpendingRows(app, caller, { ...params, ...query }),
  })),
  onMemberCall(downloadTransactionHistory, async ({ app, caller, query }) => ({
    file: await makeStatement(app, caller, query),
  })),
];
