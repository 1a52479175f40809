import { getTransferCases, reportTransfer } from "#contract/transferCases.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { openCase } from "./openCase.ts";
import { readCases } from "./readCases.ts";

export const transferCaseRoutes: Route[] = [
  onMemberCall(reportTransfer, async ({ app, caller, params, body }) => ({
    message: takenMessages[caller.language],
    result: await openCase(app, caller, { refNo: params.refNo, ...body }),
  })),
  onMemberCall(getTransferCases, async ({ app, caller, query }) => ({
    results: await readCases(app, caller, query),
  })),
];

const takenMessages = {
  en: "We have your report.",
  fil: "Natanggap namin ang inyong report.",
};
