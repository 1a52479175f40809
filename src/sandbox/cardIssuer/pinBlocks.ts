import type { Vault } from "#sandbox/vault.ts";

const FORM = /^pin1\.([A-Za-z0-9-]{1,40})\.([A-Za-z0-9_-]{87})\.([A-Za-z0-9_-]{43})$/;
/** ISO 9564-1 format 4, first half: control 4, the length, the digits, A to the end. */
const FIELD = /^4([4-9a-c])(\d{4,12})(a*)$/;
const PIN_INFO = "portal pin1 v1";
const CVV_INFO = "portal cvv1 v1";

/** What a PIN was sealed for; it opens for nothing else. */
export type PinBinding = { purpose: "current" | "new"; accountNo: string };

/** Opens a sealed PIN with the issuer's key. Undefined for one that is not for this, or not six digits. */
export async function openPin(
  { pinKey }: Vault,
  block: string,
  { purpose, accountNo }: PinBinding,
): Promise<string | undefined> {
  const [, kid, enc = "", sealed = ""] = FORM.exec(block) ?? [];
  if (kid !== pinKey.kid) return undefined;
  const suite = await hpke();
  try {
    const opened = await suite.open(
      {
        recipientKey: await suite.kem.deserializePrivateKey(bytesIn(pinKey.key)),
        enc: bytesIn(enc),
        info: bytesOf(PIN_INFO),
      },
      bytesIn(sealed),
      bytesOf(JSON.stringify(["pin1", purpose, accountNo, kid])),
    );
    const pin = readPinField(Buffer.from(opened));
    return pin?.length === 6 ? pin : undefined;
  } catch {
    return undefined;
  }
}

/** The PIN of a 16-byte ISO 9564-1 format 4 PIN field; undefined when it is none. */
export function readPinField(field: Buffer): string | undefined {
  if (field.length !== 16) return undefined;
  const match = FIELD.exec(field.toString("hex", 0, 8));
  const [, length = "", digits = "", fill = ""] = match ?? [];
  return digits.length === Number.parseInt(length, 16) && 2 + digits.length + fill.length === 16
    ? digits
    : undefined;
}

/** Seals a CVV to a reader's public key, bound to the card account. Undefined when that is no key. */
export async function sealCvv(
  publicKey: string,
  cvv: string,
  accountNo: string,
): Promise<string | undefined> {
  const suite = await hpke();
  try {
    const recipientPublicKey = await suite.kem.deserializePublicKey(bytesIn(publicKey));
    const { enc, ct } = await suite.seal(
      { recipientPublicKey, info: bytesOf(CVV_INFO) },
      bytesOf(cvv),
      bytesOf(JSON.stringify(["cvv1", accountNo])),
    );
    return `cvv1.${textOf(enc)}.${textOf(ct)}`;
  } catch {
    return undefined;
  }
}

/** Loaded with the first PIN: most of the sandbox's life needs no HPKE. */
async function hpke() {
  const { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } = await import("@hpke/core");
  return new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  });
}

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, "utf8"));
const bytesIn = (base64url: string) => Uint8Array.from(Buffer.from(base64url, "base64url"));
const textOf = (bytes: ArrayBuffer) => Buffer.from(bytes).toString("base64url");
