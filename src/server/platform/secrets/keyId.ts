import { createHmac } from "node:crypto";

/** What a key is known by; tells nothing of it. Eight characters of base64. */
export function keyId(key: Buffer): string {
  return createHmac("sha256", key).update("key id").digest().subarray(0, 6).toString("base64");
}

/** One hexadecimal digit of it: what little a random id has room for. */
export function keyDigit(key: Buffer): string {
  return createHmac("sha256", key).update("key digit").digest("hex").slice(0, 1);
}
