import type { App } from "#server/platform/app.ts";
import { CHALLENGE_SECONDS } from "#server/domains/otp/purposes.ts";
import { everyHmac } from "#server/domains/otp/pinHmac.ts";

/** What a challenge counts for, and how long. `of` is the name under which it is nobody's code. */
type Use = { of: string; seconds: number };
const MEMBERS_SIGN_IN: Use = { of: "passkey sign-in", seconds: CHALLENGE_SECONDS };
const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const SAID_BYTES = NONCE_BYTES + TIME_BYTES;

/**
 * What any passkey of ours is to sign to sign its member in: a number of its own, until when it counts, and our mark of
 * both. Nothing is written down: whoever opens the page of the sign-in is given one. One made for
 * another use counts for that alone.
 */
export function makeSignInChallenge(
  app: Pick<App, "random" | "secrets" | "now">,
  { of, seconds }: Use = MEMBERS_SIGN_IN,
): {
  challenge: Buffer;
  expiresInSeconds: number;
} {
  const said = Buffer.concat([app.random.bytes(NONCE_BYTES), Buffer.alloc(TIME_BYTES)]);
  said.writeUIntBE(app.now().getTime() + seconds * 1000, NONCE_BYTES, TIME_BYTES);
  const [mark] = marksOf(app, of, said);
  return { challenge: Buffer.concat([said, mark]), expiresInSeconds: seconds };
}

/**
 * The number of a challenge of ours that still counts; undefined for any other. It is taken once
 * (spendNonce.ts).
 */
export function readSignInChallenge(
  app: Pick<App, "secrets" | "now">,
  challenge: Buffer,
  { of }: Use = MEMBERS_SIGN_IN,
): string | undefined {
  const said = challenge.subarray(0, SAID_BYTES);
  const mark = challenge.subarray(SAID_BYTES);
  if (said.length < SAID_BYTES || !marksOf(app, of, said).some((ours) => ours.equals(mark))) {
    return undefined;
  }
  const expiresAt = said.readUIntBE(NONCE_BYTES, TIME_BYTES);
  return expiresAt > app.now().getTime() ? said.toString("base64url") : undefined;
}

const marksOf = ({ secrets }: Pick<App, "secrets">, of: string, said: Buffer) =>
  everyHmac(secrets, of, said.toString("base64url"));
