import {
  changeStaffPassword as changeCall,
  getRoleTable,
  getStaffBranches,
  getStaffMe,
  staffLogin as loginCall,
  staffLogout as logoutCall,
  staffRefresh as refreshCall,
} from "#contract/staff/session.ts";
import { onPublicCall, onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { cookieNames } from "#server/platform/http/cookies.ts";
import { changeStaffPassword } from "./changeStaffPassword.ts";
import { readBranches, readRoleTable, readStaffMe } from "./readStaffMe.ts";
import { staffLogin } from "./staffLogin.ts";
import { staffLogout } from "./staffLogout.ts";
import { staffRefresh } from "./staffRefresh.ts";

export const staffSessionRoutes: Route[] = [
  onPublicCall(loginCall, async ({ app, source, correlationId, cookies, body, setCookie }) => {
    const started = await staffLogin(app, { source, correlationId, cookies }, body);
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
