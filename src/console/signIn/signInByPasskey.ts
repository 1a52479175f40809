import { call } from "#console/api/call.ts";
import { beginSession } from "#console/api/session.ts";
import type { Failure } from "#contract/endpoint.ts";
import { askStaffPasskey, staffLoginWithPasskey } from "#contract/staff/passkeys.ts";

/**
 * Signs in with a passkey in place of the code. Answers what was refused; "unused" where the browser's question was
 * closed, or this device has none.
 */
export async function signInByPasskey(typed: {
  username: string;
  password: string;
}): Promise<Failure | "unused" | "signed in"> {
  const asked = await call(askStaffPasskey, { body: { username: typed.username } });
  if (!asked.status) return asked;
  const { step, options } = asked.result;
  const signed = await import("@simplewebauthn/browser")
    .then(({ startAuthentication }) => startAuthentication({ optionsJSON: options }))
    .catch(() => undefined);
  if (signed === undefined) return "unused";
  const { clientDataJSON, authenticatorData, signature } = signed.response;
  const answer = await call(staffLoginWithPasskey, {
    body: {
      ...typed,
      step,
      credential_id: signed.id,
      client_data: clientDataJSON,
      authenticator_data: authenticatorData,
      signature,
    },
  });
  if (!answer.status) return answer;
  beginSession(answer.result.token);
  return "signed in";
}
