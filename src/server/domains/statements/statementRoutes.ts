import { downloadMonthlyStatement, listStatements } from "#contract/statements.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { drawMonth } from "./drawMonth.ts";
import { readStatements } from "./readStatements.ts";

/** What each month left on each account, made once. */
export const statementRoutes: Route[] = [
  onMemberCall(listStatements, async ({ app, caller, params, query }) => ({
    result: await readStatements(app, caller, { ...params, ...query }),
  })),
  onMemberCall(downloadMonthlyStatement, async ({ app, caller, params }) => ({
    file: await drawMonth(app, caller, params),
  })),
];
