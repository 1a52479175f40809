import { createHmac } from "node:crypto";
import type { Secrets } from "#server/platform/secrets/secrets.ts";

/** What is kept of a card number: enough to know it again, of no use without the key. */
export function panMac({ panKey }: Pick<Secrets, "panKey">, number: string): Buffer {
  return createHmac("sha256", panKey).update(number).digest();
}
