import { bytesOf, type Bytes, fromBase64Url, suite, toBase64Url } from "./hpke.ts";

/**
 * pin1: an ATM PIN on its way to the card issuer, which alone can open it. An ISO 9564-1 format 4 PIN field
 * (16 bytes), sealed with HPKE to the issuer's key and bound to what it is for and to the card account.
 * Single-shot: `pin1.<kid>.<enc>.<ciphertext and tag>`, the last two in base64url.
 */

declare const crypto: { getRandomValues: (array: Bytes) => Bytes };

const INFO = bytesOf("portal pin1 v1");
const FIELD_BYTES = 16;
/** The first half holds the PIN, the second is random. */
const PIN_BYTES = 8;

export type PinSealing = {
  key: { kid: string; pub: string };
  /** 'new' also for the first PIN of a card. */
  purpose: "current" | "new";
  /** '' before the card has an account. */
  accountNo: string;
  /** Four to twelve digits. */
  pin: string;
};

/** Seals a PIN to the issuer. Throws for anything that is not a PIN or not a key. */
export async function sealPin({ key, purpose, accountNo, pin }: PinSealing): Promise<string> {
  const recipientPublicKey = await suite.kem.deserializePublicKey(fromBase64Url(key.pub));
  const field = pinField(pin, crypto.getRandomValues(new Uint8Array(PIN_BYTES)));
  const { enc, ct } = await suite.seal(
    { recipientPublicKey, info: INFO },
    field,
    pinBinding({ purpose, accountNo, kid: key.kid }),
  );
  field.fill(0);
  return `pin1.${key.kid}.${toBase64Url(new Uint8Array(enc))}.${toBase64Url(new Uint8Array(ct))}`;
}

/** The additional data of a sealed PIN. */
export function pinBinding(of: { purpose: string; accountNo: string; kid: string }): Bytes {
  return bytesOf(JSON.stringify(["pin1", of.purpose, of.accountNo, of.kid]));
}

/**
 * ISO 9564-1 format 4: control 4, the length, the digits, filled with A to eight bytes, then eight random
 * bytes.
 */
export function pinField(pin: string, random: Bytes): Bytes {
  if (!/^[0-9]{4,12}$/.test(pin) || random.length !== PIN_BYTES) throw new Error("not a PIN");
  const nibbles = `4${pin.length.toString(16)}${pin}`.padEnd(2 * PIN_BYTES, "a");
  const field = new Uint8Array(FIELD_BYTES);
  for (let place = 0; place < PIN_BYTES; place += 1) {
    field[place] = Number.parseInt(nibbles.slice(2 * place, 2 * place + 2), 16);
  }
  field.set(random, PIN_BYTES);
  return field;
}
