import { askToUnfreeze } from "#contract/freeze.ts";
import type { Answer } from "#contract/endpoint.ts";
import { askPasskeySignIn } from "#contract/passkeys.ts";
import { call } from "#portal/api/call.ts";
import { startAuthentication } from "@simplewebauthn/browser";

/**
 * Has the browser ask for a passkey of ours, of whichever member, and the server send the code that ends the freeze of
 * that member. Undefined when the browser's question was closed, or no passkey is there.
 */
export async function askWithPasskey(): Promise<
  | Answer<typeof askToUnfreeze>
  | Extract<Answer<typeof askPasskeySignIn>, { status: false }>
  | undefined
> {
  const asked = await call(askPasskeySignIn, { body: {} });
  if (!asked.status) return asked;
  const signed = await startAuthentication({ optionsJSON: asked.result.options }).catch(
    () => undefined,
  );
  if (signed === undefined) return undefined;
  return call(askToUnfreeze, { body: { assertion: signed } });
}
