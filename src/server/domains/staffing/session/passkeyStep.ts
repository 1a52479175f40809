import type { App } from "#server/platform/app.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import {
  makeSignInChallenge,
  readSignInChallenge,
} from "#server/domains/access/passkeySignIn/signInChallenge.ts";

const SECONDS = 5 * 60;

/** The second step of a sign-in under this username. */
export const signInAs = (username: string): string => `staff sign-in:${username}`;
/** A new passkey, asked for in this session. */
export const addIn = (sessionId: bigint): string => `staff passkey:${sessionId}`;

/**
 * A step in which a passkey of the staff signs or is made: it counts for just this (`of`), five minutes and once
 * (spendNonce). Nothing is written down. The browser keeps `step` and brings it back with what was signed; what is
 * signed does not tell it.
 */
export function makePasskeyStep(
  app: Pick<App, "random" | "secrets" | "now">,
  of: string,
): { step: string; challenge: Buffer } {
  const step = makeSignInChallenge(app, { of, seconds: SECONDS }).challenge.toString("base64url");
  return { step, challenge: sha256(step) };
}

/** What is to be signed in this step, and its number; undefined for one that is over, or of something else. */
export function readPasskeyStep(
  app: Pick<App, "secrets" | "now">,
  of: string,
  step: string,
): { challenge: Buffer; nonce: string } | undefined {
  const bytes = Buffer.from(step, "base64url");
  const nonce = readSignInChallenge(app, bytes, { of, seconds: SECONDS });
  return nonce === undefined
    ? undefined
    : { challenge: sha256(bytes.toString("base64url")), nonce };
}
