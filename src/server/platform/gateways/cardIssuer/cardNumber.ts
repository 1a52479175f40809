import { createCipheriv, randomBytes } from "node:crypto";

const IV_BYTES = 12;

/**
 * A card number as the issuer's `apiCardNumber`: base64(iv):base64(cipher‖tag), AES-256-GCM under the
 * key shared with the issuer, bound to the order it travels in.
 */
export function sealCardNumber(key: Buffer, number: string, reference: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(reference));
  const sealed = Buffer.concat([
    cipher.update(number, "utf8"),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return `${iv.toString("base64")}:${sealed.toString("base64")}`;
}
