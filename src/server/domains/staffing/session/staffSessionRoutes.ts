import {
  askStaffPasskey as askPasskeyCall,
  staffLoginWithPasskey as passkeyLoginCall,
} from "#contract/staff/passkeys.ts";
import {
  changeStaffPassword as changeCall,
  getRoleTable,
  getStaffBranches,
  getStaffMe,
  staffLogin as loginCall,
  staffLogout as logoutCall,
  staffRefresh as refreshCall,
} from "#contract/staff/session.ts";
import { requestOptionsOf } from "#server/domains/passkeys/passkeyOptions.ts";
import { relyingParty } from "#server/domains/passkeys/relyingParty.ts";
import { usernameKey } from "#server/domains/members/usernameKey.ts";
import { spendCall } from "#server/platform/http/callBudget.ts";
import { onPublicCall, onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { cookieNames } from "#server/platform/http/cookies.ts";
import { changeStaffPassword } from "./changeStaffPassword.ts";
import { makePasskeyStep, signInAs } from "./passkeyStep.ts";
import { readBranches, readRoleTable, readStaffMe } from "./readStaffMe.ts";
import { staffLogin } from "./staffLogin.ts";
import { staffLogout } from "./staffLogout.ts";
import { staffRefresh } from "./staffRefresh.ts";

export const staffSessionRoutes: Route[] = [
  onPublicCall(loginCall, async ({ app, source, correlationId, cookies, body, setCookie }) => {
    const { username, password, code } = body;
    const attempt = { username, password, second: { code } };
    const started = await staffLogin(app, { source, correlationId, cookies }, attempt);
    for (const cookie of started.cookies) setCookie(cookie);
    return { result: { token: started.token } };
  }),
  onPublicCall(askPasskeyCall, async ({ app, source, body, headers }) => {
    await spendCall(app, { kind: "askStaffPasskey", source });
    const of = signInAs(usernameKey(body.username.trim()));
    const { step, challenge } = makePasskeyStep(app, of);
    // Whose they are is told to nobody who has not shown it: the browser offers what it has.
    return {
      result: { step, options: requestOptionsOf(relyingParty(app, headers), challenge, []) },
    };
  }),
  onPublicCall(passkeyLoginCall, async (call) => {
    const { app, source, correlationId, cookies, body, headers, setCookie } = call;
    const { username, password, step, credential_id: id } = body;
    const assertion = {
      id,
      rawId: id,
      type: "public-key" as const,
      response: {
        clientDataJSON: body.client_data,
        authenticatorData: body.authenticator_data,
        signature: body.signature,
      },
    };
    const signed = { step, assertion, party: relyingParty(app, headers) };
    const attempt = { username, password, second: { signed } };
    const started = await staffLogin(app, { source, correlationId, cookies }, attempt);
    for (const cookie of started.cookies) setCookie(cookie);
    return { result: { token: started.token } };
  }),
  onStaffCall(logoutCall, async ({ app, staff, setCookie, clearBrowserCache }) => {
    await staffLogout(app, staff);
    clearBrowserCache();
    setCookie({ name: cookieNames(app.config).staff, value: undefined });
    return {};
  }),
  onStaffCall(refreshCall, async ({ app, staff, credentials }) => ({
    result: await staffRefresh(app, staff, credentials.tokenHash),
  })),
  onStaffCall(changeCall, async ({ app, staff, body }) => {
    const { current_password: current, code, new_password: next } = body;
    return { result: await changeStaffPassword(app, staff, { current, code, next }) };
  }),
  onStaffCall(getStaffMe, async ({ app, staff }) => ({ result: await readStaffMe(app, staff) })),
  onStaffCall(getStaffBranches, async ({ app }) => ({ results: await readBranches(app) })),
  onStaffCall(getRoleTable, async ({ app }) => ({ results: await readRoleTable(app) })),
];
