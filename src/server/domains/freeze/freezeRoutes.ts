import {
  askToUnfreeze as unfreezeCall,
  freezeAccount,
  freezeWithPasskey as passkeyCall,
  reportIntruder as reportCall,
} from "#contract/freeze.ts";
import { relyingParty } from "#server/domains/passkeys/relyingParty.ts";
import { spendCall } from "#server/platform/http/callBudget.ts";
import { onMemberCall, onPublicCall, type Route } from "#server/platform/http/calls.ts";
import { cookieNames } from "#server/platform/http/cookies.ts";
import { evenly } from "#server/platform/http/evenAnswer.ts";
import { freezeWithPasskey } from "./freezeWithPasskey.ts";
import { freezeOwnAccount } from "./freezeOwnAccount.ts";
import { askToUnfreeze } from "./unfreeze.ts";
import { reportIntruder } from "./reportIntruder.ts";

export const freezeRoutes: Route[] = [
  onMemberCall(freezeAccount, async ({ app, caller, source, setCookie, clearBrowserCache }) => {
    const result = await freezeOwnAccount(app, caller, source);
    clearBrowserCache();
    setCookie({ name: cookieNames(app.config).session, value: undefined });
    return { result };
  }),
  onPublicCall(reportCall, async (call) => {
    const { identifier } = call.body;
    return { result: await evenly(call.app, () => reportIntruder(call.app, call, identifier)) };
  }),
  onPublicCall(passkeyCall, async (call) => {
    const { app, body, source, headers } = call;
    await spendCall(app, { kind: "freezeWithPasskey", source });
    const signed = { ...body, party: relyingParty(app, headers) };
    return { result: await freezeWithPasskey(app, call, signed) };
  }),
  onPublicCall(unfreezeCall, async (call) => {
    const { app, body, source, headers } = call;
    await spendCall(app, { kind: "askToUnfreeze", source });
    const signed = { ...body, party: relyingParty(app, headers) };
    return { result: await askToUnfreeze(app, call, signed) };
  }),
];
