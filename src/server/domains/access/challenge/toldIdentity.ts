import { createHmac } from "node:crypto";
import { maskMobile } from "#common/mask.ts";
import type { App } from "#server/platform/app.ts";
import type { ChallengePurpose } from "#server/domains/otp/purposes.ts";

/**
 * The guid that the answers of a sign-up or recovery name: stable, the same kind for what somebody has and
 * for what nobody has, another for each purpose, and no member's own. `asked` is the membership number or
 * the username key.
 */
export function toldGuid(app: App, purpose: ChallengePurpose, asked: string): string {
  const bytes = keyed(app, `guid:${purpose}:${asked}`).subarray(0, 16);
  // The two fixed places of a random UUID (RFC 9562).
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The masked number that the answers name: the one on file, or a stable one that is nobody's. */
export function toldMobile(
  app: App,
  mobileNumber: string | null | undefined,
  asked: string,
): string {
  if (mobileNumber) return maskMobile(mobileNumber);
  const tail = keyed(app, `mobile:${asked}`).readUInt32BE(0) % 10_000;
  return maskMobile(String(tail).padStart(4, "0"));
}

function keyed(app: App, text: string): Buffer {
  return createHmac("sha256", app.secrets.decoyKey).update(`told ${text}`).digest();
}
