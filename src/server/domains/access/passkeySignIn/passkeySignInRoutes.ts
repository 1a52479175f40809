import {
  askPasskeySignIn as askCall,
  signInWithPasskey as signInCall,
} from "#contract/passkeys.ts";
import { requestOptionsOf } from "#server/domains/passkeys/passkeyOptions.ts";
import { relyingParty } from "#server/domains/passkeys/relyingParty.ts";
import { spendCall } from "#server/platform/http/callBudget.ts";
import { onPublicCall, type Route } from "#server/platform/http/calls.ts";
import { makeSignInChallenge } from "./signInChallenge.ts";
import { signInWithPasskey } from "./signInWithPasskey.ts";

export const passkeySignInRoutes: Route[] = [
  onPublicCall(askCall, async ({ app, source, headers }) => {
    await spendCall(app, { kind: "askPasskeySignIn", source });
    const { challenge, expiresInSeconds } = makeSignInChallenge(app);
    const options = requestOptionsOf(relyingParty(app, headers), challenge, []);
    return { result: { options, expiresInSeconds } };
  }),
  onPublicCall(signInCall, async (call) => {
    const { app, body, source, headers } = call;
    await spendCall(app, { kind: "signInWithPasskey", source });
    const { agedPasswordText: message, ...result } = await signInWithPasskey(app, call, {
      ...body,
      party: relyingParty(app, headers),
    });
    return { result, ...(message !== "" && { extras: { isPasswordAged: { message } } }) };
  }),
];
