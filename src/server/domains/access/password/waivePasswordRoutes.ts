import { waivePassword as waiveCall } from "#contract/members.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { waivePassword } from "./waivePassword.ts";

export const waivePasswordRoutes: Route[] = [
  onMemberCall(waiveCall, async ({ app, caller }) => {
    await waivePassword(app, caller);
    return { message: "Password waived successfully" };
  }),
];
