import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
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

/** How long a start waits for another one that is making keys. */
const PATIENCE_MS = 5_000;

/**
 * Makes the file on first run. An existing one is left alone, but for keys that came with a later
 * release: those are added. Starts at once end with the same keys: what is new is written under a name
 * that only one of them can make, and takes the file's place when it is whole. Throws when what another
 * start is making does not come to be within `patienceMs`.
 */
export function ensureSecrets(file: string, isDemo: boolean, patienceMs = PATIENCE_MS): void {
  const next = `${file}.next`;
  for (let waited = 0; missingIn(file).length > 0; waited += 10) {
    if (makeExclusively(next)) {
      try {
        // Another start may have ended between the look and this.
        const missing = missingIn(file);
        if (missing.length > 0) writeFileSync(next, withKeys(file, missing, isDemo));
        if (missing.length > 0) renameSync(next, file);
      } finally {
        rmSync(next, { force: true });
      }
      return;
    }
    if (waited >= patienceMs) {
      throw new Error(
        `${next} is there: another start is making keys, or was killed. If none runs, remove it`,
      );
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
}

function missingIn(file: string): (keyof Secrets)[] {
  const stored = existsSync(file) ? readStored(file) : {};
  return NAMES.filter((name) => stored[name] === undefined);
}

function withKeys(file: string, missing: readonly string[], isDemo: boolean): string {
  const made = Object.fromEntries(
    missing.map((name) => [name, randomBytes(32).toString("base64url")]),
  );
  const stored = existsSync(file) ? readStored(file) : { isDemo };
  return `${JSON.stringify({ ...stored, ...made }, null, 2)}\n`;
}

/** Makes an empty file that its owner alone may read; false when it is there already. */
function makeExclusively(file: string): boolean {
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    writeFileSync(file, "", { mode: 0o600, flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function readStored(file: string): Record<string, string | undefined> {
  return JSON.parse(readFileSync(file, "utf8")) as Record<string, string>; // as written above
}
