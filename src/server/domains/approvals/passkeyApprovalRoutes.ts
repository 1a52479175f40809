import {
  approveWithPasskey as approveCall,
  askPasskeyApproval as askCall,
} from "#contract/passkeys.ts";
import { relyingParty } from "#server/domains/passkeys/relyingParty.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { Refusal } from "#server/refusal.ts";
import { approveWithPasskey } from "./approveWithPasskey.ts";
import { askPasskey } from "./askPasskey.ts";

export const passkeyApprovalRoutes: Route[] = [
  onMemberCall(askCall, async ({ app, caller, body, credentials, headers }) => {
    if (body.memberGuid !== caller.memberGuid) {
      throw new Refusal("not_found", { reachedFor: `member:${body.memberGuid}` });
    }
    const { cookieHash: browserHash } = credentials;
    const party = relyingParty(app, headers);
    return { result: await askPasskey(app, caller, { intent: body.intent, browserHash, party }) };
  }),
  onMemberCall(approveCall, async ({ app, caller, body, credentials, headers }) => {
    const { cookieHash: browserHash } = credentials;
    const party = relyingParty(app, headers);
    return { result: await approveWithPasskey(app, caller, { ...body, browserHash, party }) };
  }),
];
