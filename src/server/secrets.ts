import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Keys that live outside the database. Each is 32 random bytes. */
export type Secrets = {
  /** HMAC over a password before Argon2id. */
  passwordPepper: Buffer;
  /** HMAC of one-time passwords. */
  otpPepper: Buffer;
  /** Makes the stable answers for identifiers nobody has. */
  decoyKey: Buffer;
  /** Encrypts the texts that wait in the outbox. */
  outboxKey: Buffer;
  /** Shared with the card issuer: signs its callbacks. */
  issuerCallbackKey: Buffer;
};

const NAMES = [
  "passwordPepper",
  "otpPepper",
  "decoyKey",
  "outboxKey",
  "issuerCallbackKey",
] as const;

/** Reads the keys. Refuses a file that others may read. */
export function readSecrets(file: string): Secrets {
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0) {
    throw new Error(`${file} may be read by others; run: chmod 600 ${file}`);
  }
  const stored = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  const keys = NAMES.map((name) => {
    const key = Buffer.from(stored[name] ?? "", "base64url");
    if (key.length !== 32) throw new Error(`${file}: ${name} must be 32 bytes in base64url`);
    return [name, key] as const;
  });
  return Object.fromEntries(keys) as Secrets;
}

/** Makes the file on first run; leaves an existing one alone. */
export function ensureSecrets(file: string, isDemo: boolean): void {
  if (existsSync(file)) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const made = Object.fromEntries(
    NAMES.map((name) => [name, randomBytes(32).toString("base64url")]),
  );
  writeFileSync(file, `${JSON.stringify({ isDemo, ...made }, null, 2)}\n`, {
    mode: 0o600,
    flag: "wx",
  });
}
