import type { App } from "#server/platform/app.ts";
import { CHALLENGE_SECONDS } from "#server/domains/otp/purposes.ts";
import { everyHmac } from "#server/domains/otp/pinHmac.ts";

/** The name under which a challenge is nobody's code. */
const OF = "passkey sign-in";
const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const SAID_BYTES = NONCE_BYTES + TIME_BYTES;

/**
 * What any passkey of ours is to sign to sign its member in: a number of its own, until when it counts, and our mark of
 * both. Nothing is written down: whoever opens the page of the sign-in is given one.
 */
export function makeSignInChallenge(app: Pick<App, "random" | "secrets" | "now">): {
  challenge: Buffer;
  expiresInSeconds: number;
} {
  const said = Buffer.concat([app.random.bytes(NONCE_BYTES), Buffer.alloc(TIME_BYTES)]);
  said.writeUIntBE(app.now().getTime() + CHALLENGE_SECONDS * 1000, NONCE_BYTES, TIME_BYTES);
  const [mark] = marksOf(app, said);
  return { challenge: Buffer.concat([said, mark]), expiresInSeconds: CHALLENGE_SECONDS };
}

/**
 * The number of a challenge of ours that still counts; undefined for any other. It is taken once
 * (spendSignInChallenge.ts).
 */
export function readSignInChallenge(
  app: Pick<App, "secrets" | "now">,
  challenge: Buffer,
): string | undefined {
  const said = challenge.subarray(0, SAID_BYTES);
  const mark = challenge.subarray(SAID_BYTES);
  if (said.length < SAID_BYTES || !marksOf(app, said).some((ours) => ours.equals(mark))) {
    return undefined;
  }
  const expiresAt = said.readUIntBE(NONCE_BYTES, TIME_BYTES);
  return expiresAt > app.now().getTime() ? said.toString("base64url") : undefined;
}

const marksOf = ({ secrets }: Pick<App, "secrets">, said: Buffer) =>
  everyHmac(secrets, OF, said.toString("base64url"));
