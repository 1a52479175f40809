import { getSafety } from "#contract/safety.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { readSafety } from "./readSafety.ts";

export const safetyRoutes: Route[] = [
  onMemberCall(getSafety, async ({ app, caller }) => ({ result: await readSafety(app, caller) })),
];
