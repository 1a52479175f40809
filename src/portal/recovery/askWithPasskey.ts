import type { Answer, Failure } from "#contract/endpoint.ts";
import { askToUnfreeze, freezeWithPasskey } from "#contract/freeze.ts";
import { askPasskeySignIn } from "#contract/passkeys.ts";
import { call } from "#portal/api/call.ts";
import { type AuthenticationResponseJSON, startAuthentication } from "@simplewebauthn/browser";

/** What goes without a session for whoever's passkey signs; undefined when the browser's question was closed. */
type Asked<Done> = Promise<Done | Failure | undefined>;

/** Sends the code that ends the freeze of the passkey's member. */
export const askToUnfreezeWithPasskey = (): Asked<Answer<typeof askToUnfreeze>> =>
  withPasskey((assertion) => call(askToUnfreeze, { body: { assertion } }));

/** Freezes the account of the passkey's member. */
export const askToFreezeWithPasskey = (): Asked<Answer<typeof freezeWithPasskey>> =>
  withPasskey((assertion) => call(freezeWithPasskey, { body: { assertion } }));

/** Has the browser ask for a passkey of ours, of whichever member. */
async function withPasskey<Done>(
  send: (assertion: AuthenticationResponseJSON) => Promise<Done>,
): Asked<Done> {
  const asked = await call(askPasskeySignIn, { body: {} });
  if (!asked.status) return asked;
  const signed = await startAuthentication({ optionsJSON: asked.result.options }).catch(
    () => undefined,
  );
  return signed && send(signed);
}
