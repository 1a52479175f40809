import { memberNumberField } from "#contract/identity.ts";
import { signUp as signUpCall } from "#contract/signUp.ts";
import { onPublicCall, type Route } from "#server/platform/http/calls.ts";
import { evenly } from "#server/platform/http/evenAnswer.ts";
import { signUp } from "./signUp.ts";

export const signUpRoutes: Route[] = [
  onPublicCall(signUpCall, async (call) => {
    const { username, password, [memberNumberField]: membershipNo } = call.body;
    const { privacy_version: privacy, terms_version: terms } = call.body;
    const form = { membershipNo, username, password, agreed: { privacy, terms } };
    return { result: await evenly(call.app, () => signUp(call.app, call, form)) };
  }),
];
