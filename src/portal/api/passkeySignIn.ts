import type { Failure } from "#contract/endpoint.ts";
import { NOT_SENT } from "#client/failure.ts";
import { askPasskeySignIn, signInWithPasskey } from "#contract/passkeys.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
import { startAuthentication } from "@simplewebauthn/browser";
import { call } from "./call.ts";
import { beginSession } from "./session.ts";

/** The page asks by itself, for suggestions, and its member by a press: what is under way of either. */
const asking = { newest: 0, isPressed: false, isAnswered: false };

/** What stood against a sign-in, in words; whether it is a freeze, which has a way back of its own, or no connection. */
export type Refused = { text: string; isFrozen: boolean; isUnsent: boolean };

const refusedBy = (failure: Failure): Refused => ({
  text: failureText(failure),
  isFrozen: failure.code === "access_frozen",
  isUnsent: failure.code === NOT_SENT,
});

/**
 * Has the browser ask for a passkey of ours, of whichever member, and signs that member in. Answers what was refused;
 * undefined when signed in, or when the browser's question was closed. A press ends the question for
 * suggestions, and none begins during it; once a question is answered nothing else is asked. So one answer is sent.
 */
export async function signInByPasskey({
  isFromSuggestions,
}: {
  isFromSuggestions: boolean;
}): Promise<Refused | undefined> {
  if (asking.isAnswered || (isFromSuggestions && asking.isPressed)) return undefined;
  asking.isPressed = !isFromSuggestions;
  asking.newest += 1;
  const mine = asking.newest;
  try {
    return await ask(isFromSuggestions, () => mine === asking.newest);
  } finally {
    if (mine === asking.newest) Object.assign(asking, { isPressed: false, isAnswered: false });
  }
}

async function ask(
  isFromSuggestions: boolean,
  isNewest: () => boolean,
): Promise<Refused | undefined> {
  const asked = await call(askPasskeySignIn, { body: {} });
  if (!isNewest()) return undefined;
  if (!asked.status) return isFromSuggestions ? undefined : refusedBy(asked);
  const signed = await startAuthentication({
    optionsJSON: asked.result.options,
    useBrowserAutofill: isFromSuggestions,
  }).catch(() => undefined);
  if (signed === undefined || !isNewest()) return undefined;
  asking.isAnswered = true;
  return signIn(signed);
}

async function signIn(
  assertion: Awaited<ReturnType<typeof startAuthentication>>,
): Promise<Refused | undefined> {
  const answer = await call(signInWithPasskey, { body: { assertion } });
  if (!answer.status) return refusedBy(answer);
  const begun = await beginSession(answer.result, answer.isPasswordAged?.message ?? "");
  return begun.name === "refused" ? refusedBy(begun.failure) : undefined;
}
