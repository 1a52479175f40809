import * as contract from "#contract/passkeys.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { addPasskey, askForPasskey } from "./makePasskey.ts";
import { removePasskey, renamePasskey } from "./keepPasskeys.ts";
import { readPasskeys } from "./readPasskeys.ts";
import { relyingParty } from "./relyingParty.ts";

export const passkeyRoutes: Route[] = [
  onMemberCall(contract.getPasskeys, async ({ app, caller }) => ({
    result: await readPasskeys(app.db, caller.memberId),
  })),
  onMemberCall(contract.askForPasskey, async ({ app, caller, body, credentials, headers }) => {
    const party = relyingParty(app, headers);
    const { cookieHash: browserHash } = credentials;
    return { result: await askForPasskey(app, caller, { party, pinId: body.pinId, browserHash }) };
  }),
  onMemberCall(contract.addPasskey, async ({ app, caller, body, credentials, headers }) => {
    const { pinId, pin, name, registration } = body;
    const code = { pinId, pin, browserHash: credentials.cookieHash };
    const party = relyingParty(app, headers);
    return { result: await addPasskey(app, caller, { party, code, name, registration }) };
  }),
  onMemberCall(contract.renamePasskey, async ({ app, caller, params, body }) => ({
    result: await renamePasskey(app, caller, { id: params.id, name: body.name }),
  })),
  onMemberCall(contract.removePasskey, async ({ app, caller, params, body, credentials }) => {
    const code = { ...body, browserHash: credentials.cookieHash };
    await removePasskey(app, caller, { id: params.id, code });
    return {};
  }),
];
