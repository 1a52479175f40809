import { createDecipheriv, createECDH, hkdfSync } from "node:crypto";

const SALT = 16;
const TAG = 16;
const PUBLIC_KEY = 65;
/** The last record ends with this octet and padding after it. */
const LAST = 2;

type Keys = { privateKey: Buffer; publicKey: Buffer; auth: Buffer };

/**
 * What a browser reads: a message encrypted for it by RFC 8291 (aes128gcm of RFC 8188, one record). Undefined where
 * it was made for another browser, or changed on its way. Written from the documents, and not with what sends.
 */
export function decrypt(body: Buffer, { privateKey, publicKey, auth }: Keys): string | undefined {
  const salt = body.subarray(0, SALT);
  const idLength = body[SALT + 4] ?? 0;
  const sender = body.subarray(SALT + 5, SALT + 5 + idLength);
  const record = body.subarray(SALT + 5 + idLength);
  if (sender.length !== PUBLIC_KEY || record.length <= TAG) return undefined;
  try {
    const own = createECDH("prime256v1");
    own.setPrivateKey(privateKey);
    const shared = own.computeSecret(sender);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
    const input = derive(shared, auth, info, 32);
    const key = derive(input, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const nonce = derive(input, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
    const decipher = createDecipheriv("aes-128-gcm", key, nonce, { authTagLength: TAG });
    decipher.setAuthTag(record.subarray(-TAG));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG)), decipher.final()]);
    const end = padded.lastIndexOf(LAST);
    return end === -1 ? undefined : padded.subarray(0, end).toString("utf8");
  } catch {
    return undefined;
  }
}

function derive(input: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", input, salt, info, length));
}
