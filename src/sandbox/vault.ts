import { createCipheriv, createDecipheriv, createECDH, createHmac, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { journalFile } from "./books.ts";

/** What the issuer keeps apart from its books: the keys to numbers, CVVs and PINs. */
export type Vault = {
  /** Encrypts a number or CVV for the books, bound to what it belongs to. */
  seal: (text: string, belongsTo: string) => string;
  open: (sealed: string, belongsTo: string) => string;
  /** Hex HMAC-SHA-256 of the parts: for what is compared and never read. */
  mac: (...parts: string[]) => string;
  /** The key that PINs are sealed to: P-256, the public half 65 bytes, both in base64url. */
  pinKey: { kid: string; pub: string; key: string };
};

type Keys = { key: string; pinKey: Vault["pinKey"] };

const IV_BYTES = 12;
const TAG_BYTES = 16;
const SCALAR_BYTES = 32;

/** Opens the vault beside the books, and makes it the first time; without a place it is in memory only. */
export function openVault(location: string | undefined): Vault {
  const { key, pinKey } = keysAt(location);
  const bytes = Buffer.from(key, "base64url");
  return {
    pinKey,
    seal(text, belongsTo) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", bytes, iv).setAAD(Buffer.from(belongsTo));
      const sealed = [iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(sealed).toString("base64url");
    },
    open: (sealed, belongsTo) =>
      openSealed(bytes, Buffer.from(sealed, "base64url"), Buffer.from(belongsTo)),
    mac: (...parts) => createHmac("sha256", bytes).update(JSON.stringify(parts)).digest("hex"),
  };
}

/** Opens iv ‖ cipher ‖ tag, AES-256-GCM. Throws when anything of it was changed. */
export function openSealed(key: Buffer, sealed: Buffer, binding: Buffer): string {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, IV_BYTES))
    .setAAD(binding)
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString("utf8");
}

function keysAt(location: string | undefined): Keys {
  if (location === undefined) return newKeys();
  const file = path.join(path.dirname(journalFile(location)), "vault.json");
  // Our own file, written whole below.
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Keys;
  const keys = newKeys();
  writeFileSync(file, `${JSON.stringify(keys)}\n`, { mode: 0o600, flag: "wx", flush: true });
  return keys;
}

function newKeys(): Keys {
  const pair = createECDH("prime256v1");
  const pub = pair.generateKeys().toString("base64url");
  const scalar = pair.getPrivateKey("hex").padStart(2 * SCALAR_BYTES, "0");
  return {
    key: randomBytes(32).toString("base64url"),
    pinKey: {
      kid: `pin-${randomBytes(4).toString("hex")}`,
      pub,
      key: Buffer.from(scalar, "hex").toString("base64url"),
    },
  };
}
