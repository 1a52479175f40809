import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
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
  /** Seals the rows of audit and ledger (server/audit). */
  auditSealKey: Buffer;
  /** Seed of the Ed25519 key that signs the heads of both chains. */
  auditHeadKey: Buffer;
  /** HMAC of card numbers: what is kept of them. */
  panKey: Buffer;
};

const NAMES = [
  "passwordPepper",
  "otpPepper",
  "decoyKey",
  "outboxKey",
  "issuerCallbackKey",
  "auditSealKey",
  "auditHeadKey",
  "panKey",
] as const;

/** Reads the keys. Refuses a file that others may read. */
export function readSecrets(file: string): Secrets {
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0) {
    throw new Error(`${file} may be read by others; run: chmod 600 ${file}`);
  }
  const stored = readStored(file);
  const keys = NAMES.map((name) => {
    const key = Buffer.from(stored[name] ?? "", "base64url");
    if (key.length !== 32) throw new Error(`${file}: ${name} must be 32 bytes in base64url`);
    return [name, key] as const;
  });
  return Object.fromEntries(keys) as Secrets;
}

/**
 * Makes the file on first run. An existing one is left alone, but for keys that came with a later
 * release: those are added.
 */
export function ensureSecrets(file: string, isDemo: boolean): void {
  const stored = existsSync(file) ? readStored(file) : undefined;
  const missing = NAMES.filter((name) => stored?.[name] === undefined);
  if (missing.length === 0) return;
  const made = Object.fromEntries(
    missing.map((name) => [name, randomBytes(32).toString("base64url")]),
  );
  const text = `${JSON.stringify({ ...(stored ?? { isDemo }), ...made }, null, 2)}\n`;
  if (stored === undefined) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: 0o600, flag: "wx" });
    return;
  }
  const next = `${file}.${randomBytes(4).toString("hex")}`;
  writeFileSync(next, text, { mode: 0o600, flag: "wx" });
  renameSync(next, file);
}

function readStored(file: string): Record<string, string | undefined> {
  return JSON.parse(readFileSync(file, "utf8")) as Record<string, string>; // as written above
}
