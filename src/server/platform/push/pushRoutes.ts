import * as contract from "#contract/push.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { checkPush } from "./checkPush.ts";
import { endPush } from "./endPush.ts";
import { readPush } from "./readPush.ts";
import { setAmountsInPush } from "./setAmountsInPush.ts";
import { subscribePush } from "./subscribePush.ts";

export const pushRoutes: Route[] = [
  onMemberCall(contract.getPush, async ({ app, caller }) => ({
    result: await readPush(app, caller),
  })),
  onMemberCall(contract.checkPush, async ({ app, caller, body }) => ({
    result: { state: await checkPush(app, caller, body.endpoint) },
  })),
  onMemberCall(contract.subscribePush, async ({ app, caller, body }) => {
    await subscribePush(app, caller, body);
    return {};
  }),
  onMemberCall(contract.endPush, async ({ app, caller, params }) => {
    await endPush(app, caller, params.subscriptionId);
    return {};
  }),
  onMemberCall(contract.showAmountsInPush, async ({ app, caller, body }) => {
    await setAmountsInPush(app, caller, body.showsAmounts);
    return {};
  }),
];
