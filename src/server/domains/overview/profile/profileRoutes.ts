import { getProfile } from "#contract/members.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { readProfile } from "./readProfile.ts";

export const profileRoutes: Route[] = [
  onMemberCall(getProfile, async ({ app, caller }) => ({ result: await readProfile(app, caller) })),
];
