import type { sendOtp } from "#contract/auth.ts";
import type { CallInput, Failure } from "#contract/endpoint.ts";
import { approveWithPasskey, askPasskeyApproval } from "#contract/passkeys.ts";
import { call } from "#portal/api/call.ts";

type Intent = CallInput<typeof sendOtp>["body"]["intent"];

/** What goes with the order, as a code does. */
export type Proof = { pinId: string; pin: string };
/** The passkey's word, what was refused, or neither: the member closed the browser's own question. */
export type Signed = {
  proof?: Proof;
  failure?: Failure;
  /** Whether a code by text would approve it as well. */
  takesText: boolean;
};

/** Has the browser ask for a passkey of the member, and the server take what it signed for exactly this. */
export async function signWithPasskey(memberGuid: string, intent: Intent): Promise<Signed> {
  const asked = await call(askPasskeyApproval, { body: { memberGuid, intent } });
  if (!asked.status) return { failure: asked, takesText: false };
  const { pinId, options, takesText } = asked.result;
  try {
    const { startAuthentication } = await import("@simplewebauthn/browser");
    const signed = await startAuthentication({ optionsJSON: options });
    const answer = await call(approveWithPasskey, { body: { pinId, assertion: signed } });
    return answer.status ? { proof: answer.result, takesText } : { failure: answer, takesText };
  } catch {
    // Closed, too slow, none that this device can reach, or no connection: there is another way.
    return { takesText };
  }
}
