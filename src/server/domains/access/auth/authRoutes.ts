import {
  login as loginCall,
  logout as logoutCall,
  refreshSession as refreshCall,
} from "#contract/auth.ts";
import { onMemberCall, onPublicCall, type Route } from "#server/platform/http/calls.ts";
import { cookieNames } from "#server/platform/http/cookies.ts";
import { login } from "./login.ts";
import { logout } from "./logout.ts";
import { refreshSession } from "./refreshSession.ts";

export const authRoutes: Route[] = [
  onPublicCall(loginCall, async (call) => {
    const { result, agedPasswordText: message } = await login(call.app, call, call.body);
    return { result, ...(message !== "" && { extras: { isPasswordAged: { message } } }) };
  }),
  onMemberCall(logoutCall, async ({ app, caller, setCookie, clearBrowserCache }) => {
    await logout(app, caller);
    clearBrowserCache();
    setCookie({ name: cookieNames(app.config).session, value: undefined });
    return {};
  }),
  onMemberCall(refreshCall, async ({ app, caller, credentials }) => ({
    result: await refreshSession(app, caller, credentials.tokenHash),
  })),
];
