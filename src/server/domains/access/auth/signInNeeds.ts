import type { Db, Tx } from "#server/db/db.ts";
import { needsOf } from "#server/domains/policy/requireMeans.ts";
import type { App } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import { findDevice } from "./devices.ts";

export type SignIn = { id: bigint; guid: string; cookies: Record<string, string> };

/**
 * Whether a code comes after the password in this browser: LOGIN_OTP is the least, and the policy may ask for more.
 * Refuses where it takes a passkey. It holds until the end of a transaction that has locked the member, but for a change
 * of the policy itself.
 */
export async function signInTakesCode(
  db: Db | Tx,
  app: App,
  { id: memberId, guid: memberGuid, cookies }: SignIn,
): Promise<{ takesCode: boolean; isKnown: boolean }> {
  const { LOGIN_OTP } = app.config;
  const isKnown = (await findDevice(db, app, { cookies, memberGuid })) !== undefined;
  const act = isKnown ? "sign_in_known_device" : "sign_in_new_device";
  const needs = await needsOf(db, { act, memberId });
  if (needs === "passkey") throw new Refusal("passkey_needed_to_sign_in");
  const takesCode =
    needs === "code" || LOGIN_OTP === "always" || (LOGIN_OTP === "new_device" && !isKnown);
  return { takesCode, isKnown };
}

/** What stands against a code for a sign-in in this browser now: it was sent before. */
export async function refusalOfSignInCode(
  tx: Tx,
  app: App,
  signIn: SignIn,
): Promise<Refusal | undefined> {
  try {
    await signInTakesCode(tx, app, signIn);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
