import { askPasskeySignIn, signInWithPasskey } from "#contract/passkeys.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
import { startAuthentication } from "@simplewebauthn/browser";
import { call } from "./call.ts";
import { beginSession } from "./session.ts";

/**
 * Has the browser ask for a passkey of ours, of whichever member, and signs that member in. Answers what was refused,
 * in words; undefined when signed in, or when the browser's question was closed. Asking again ends the one before.
 */
export async function signInByPasskey(how: {
  isFromSuggestions: boolean;
}): Promise<string | undefined> {
  const asked = await call(askPasskeySignIn, { body: {} });
  if (!asked.status) return how.isFromSuggestions ? undefined : failureText(asked);
  const signed = await startAuthentication({
    optionsJSON: asked.result.options,
    useBrowserAutofill: how.isFromSuggestions,
  }).catch(() => undefined);
  if (signed === undefined) return undefined;
  const answer = await call(signInWithPasskey, { body: { assertion: signed } });
  if (!answer.status) return failureText(answer);
  const begun = await beginSession(answer.result, answer.isPasswordAged?.message ?? "");
  return begun.name === "refused" ? failureText(begun.failure) : undefined;
}
