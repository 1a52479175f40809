import { updatePassword as updateCall } from "#contract/signUp.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { Refusal } from "#server/refusal.ts";
import { updatePassword } from "./updatePassword.ts";

export const updatePasswordRoutes: Route[] = [
  onMemberCall(updateCall, async ({ app, caller, body }) => {
    if (body.memberGuid !== caller.memberGuid) {
      throw new Refusal("not_found", { reachedFor: `member:${body.memberGuid}` });
    }
    const { current_password: current, new_password: next } = body;
    return {
      message: "Password updated",
      result: await updatePassword(app, caller, { current, next }),
    };
  }),
];
