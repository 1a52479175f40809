import { memberNumberField } from "#contract/identity.ts";
import { signUp as signUpCall } from "#contract/joining.ts";
import { onPublicCall, type Route } from "#server/http/calls.ts";
import { signUp } from "./signUp.ts";

export const joiningRoutes: Route[] = [
  onPublicCall(signUpCall, async (call) => {
    const { username, password, [memberNumberField]: membershipNo } = call.body;
    return { result: await signUp(call.app, call, { membershipNo, username, password }) };
  }),
];
