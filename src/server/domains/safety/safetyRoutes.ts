import { getActivity } from "#contract/activity.ts";
import * as contract from "#contract/safety.ts";
import {
  forgetDevice,
  renameDevice,
  signOutDevice,
  signOutElsewhere,
} from "#server/domains/access/memberDevices/changeDevices.ts";
import { readDevices } from "#server/domains/access/memberDevices/readDevices.ts";
import { type MemberCall, onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { cookieNames } from "#server/platform/http/cookies.ts";
import { readActivity } from "./readActivity.ts";
import { readSafety } from "./readSafety.ts";

export const safetyRoutes: Route[] = [
  onMemberCall(contract.getSafety, async ({ app, caller }) => ({
    result: await readSafety(app, caller),
  })),
  onMemberCall(getActivity, async ({ app, caller, source, query }) => ({
    result: await readActivity(app, caller, { source, before: query.before }),
  })),
  onMemberCall(contract.getDevices, async ({ app, caller, source }) => ({
    result: await readDevices(app, caller, { source }),
  })),
  onMemberCall(contract.renameDevice, async ({ app, caller, params, body }) => {
    await renameDevice(app, caller, { deviceId: params.deviceId, name: body.name });
    return {};
  }),
  onMemberCall(contract.signOutDevice, async (call) => {
    const result = await signOutDevice(call.app, call.caller, call.params.deviceId);
    return leaving(call, result);
  }),
  onMemberCall(contract.forgetDevice, async (call) => {
    const result = await forgetDevice(call.app, call.caller, call.params.deviceId);
    return leaving(call, result);
  }),
  onMemberCall(contract.signOutElsewhere, async ({ app, caller }) => ({
    result: await signOutElsewhere(app, caller),
  })),
];

type LeavingCall = Pick<
  MemberCall<typeof contract.forgetDevice>,
  "app" | "setCookie" | "clearBrowserCache"
>;

/** A browser that has signed itself out keeps as little as after a logout. */
function leaving(
  { app, setCookie, clearBrowserCache }: LeavingCall,
  result: { isThisSignedOut: boolean },
) {
  if (result.isThisSignedOut) {
    clearBrowserCache();
    setCookie({ name: cookieNames(app.config).session, value: undefined });
  }
  return { result };
}
