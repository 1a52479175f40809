import { getOutlook } from "#contract/outlook.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { readOutlook } from "./readOutlook.ts";

export const outlookRoutes: Route[] = [
  onMemberCall(getOutlook, async ({ app, caller }) => ({
    result: await readOutlook(app, caller),
  })),
];
