import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { World } from "./world.ts";

/** The staff of the demo whose authenticator the sandbox plays. */
export const DEMO_STAFF = [
  "teller.demo",
  "card.demo",
  "loan.demo",
  "fraud.demo",
  "supervisor.demo",
  "supervisor2.demo",
  "auditor.demo",
  "admin.demo",
] as const;

const PERIOD_SECONDS = 30;

/**
 * The TOTP secret of a demo user (RFC 6238, SHA-1, 6 digits, 30 s): the first 20 bytes of
 * SHA-256("sandbox staff " + username). Anyone can compute it, which is why production refuses the
 * demo's data.
 */
function demoStaffSecret(username: string): Secret {
  const digest = createHash("sha256").update(`sandbox staff ${username}`).digest();
  return new Secret({ buffer: Uint8Array.from(digest.subarray(0, 20)).buffer });
}

/** The code a demo user's authenticator shows now and for how many seconds; undefined for a stranger. */
export function staffCode(
  world: World,
  username: string,
): { code: string; secondsLeft: number } | undefined {
  if (!DEMO_STAFF.some((name) => name === username)) return undefined;
  const timestamp = world.now().getTime();
  const authenticator = new TOTP({
    secret: demoStaffSecret(username),
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_SECONDS,
  });
  const secondsLeft = PERIOD_SECONDS - (Math.floor(timestamp / 1000) % PERIOD_SECONDS);
  return { code: authenticator.generate({ timestamp }), secondsLeft };
}
