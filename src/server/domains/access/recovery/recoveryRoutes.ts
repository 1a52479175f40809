import { memberNumberField } from "#contract/identity.ts";
import {
  forgotPassword,
  forgotUsername,
  setPassword as setPasswordCall,
  setUsername as setUsernameCall,
} from "#contract/signUp.ts";
import { onPublicCall, type Route } from "#server/platform/http/calls.ts";
import { evenly } from "#server/platform/http/evenAnswer.ts";
import { setPassword } from "./setPassword.ts";
import { setUsername } from "./setUsername.ts";
import { startRecovery } from "./startRecovery.ts";

export const recoveryRoutes: Route[] = [
  onPublicCall(forgotUsername, async (call) => {
    const identifier = call.body[memberNumberField];
    const recovery = { purpose: "recover_username", identifier } as const;
    return { result: await evenly(call.app, () => startRecovery(call.app, call, recovery)) };
  }),
  onPublicCall(forgotPassword, async (call) => {
    const { identifier } = call.body;
    const recovery = { purpose: "recover_password", identifier } as const;
    return { result: await evenly(call.app, () => startRecovery(call.app, call, recovery)) };
  }),
  onPublicCall(setUsernameCall, async (call) => {
    const { memberGuid: guid, new_username: username } = call.body;
    await setUsername(call.app, call, { guid, username });
    return { message: "Your username is updated" };
  }),
  onPublicCall(setPasswordCall, async (call) => {
    const { memberGuid: guid, new_password: password } = call.body;
    await setPassword(call.app, call, { guid, password });
    return { message: "Your password is updated" };
  }),
];
