import {
  checkPaper as checkCall,
  downloadMonthlyStatement,
  downloadStatementProof,
  listStatements,
  readStatementMonths,
} from "#contract/statements.ts";
import { spendCall } from "#server/platform/http/callBudget.ts";
import { onMemberCall, onPublicCall, type Route } from "#server/platform/http/calls.ts";
import { evenly } from "#server/platform/http/evenAnswer.ts";
import { ownOrigin } from "#server/platform/http/origin.ts";
import { checkPaper } from "./checkPaper.ts";
import { drawMonth } from "./drawMonth.ts";
import { readProof } from "./readProof.ts";
import { readStatements } from "./readStatements.ts";
import { sealedMonths } from "./sealedMonths.ts";

/** What each month left on each account, made once. */
export const statementRoutes: Route[] = [
  onMemberCall(listStatements, async ({ app, caller, params, query }) => ({
    result: await readStatements(app, caller, { ...params, ...query }),
  })),
  onMemberCall(downloadMonthlyStatement, async ({ app, caller, params, headers }) => ({
    file: await drawMonth(app, caller, { ...params, origin: ownOrigin(app.config, headers) }),
  })),
  onMemberCall(downloadStatementProof, async ({ app, caller, params }) => ({
    file: await readProof(app, caller, params),
  })),
  onPublicCall(readStatementMonths, async ({ app, source }) => {
    await spendCall(app, { kind: "readMonths", source });
    return { result: await sealedMonths(app) };
  }),
  onPublicCall(checkCall, async ({ app, source, body }) => {
    await spendCall(app, { kind: "checkPaper", source });
    const paper = await evenly(app, () => checkPaper(app, body.paperCode));
    return { result: { paper: paper ?? null } };
  }),
];
