import { randomBytes } from "node:crypto";
import {
  chownSync,
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
  /** Seals the rows of audit and ledger (server/platform/audit). */
  auditSealKey: Buffer;
  /** Seed of the Ed25519 key that signs the heads of both chains. */
  auditHeadKey: Buffer;
  /** HMAC of card numbers: what is kept of them. */
  panKey: Buffer;
  /** The private key by which push services know us (server/platform/push). */
  pushKey: Buffer;
  /** What is under way, or was, with keys that are exchanged while the bank runs (server/platform/keys). */
  rotation?: Partial<Record<RotatedKey, Rotation>>;
};

/** Keys of which two can be in use at once: what one of them made, both processes still read. */
export const ROTATED_KEYS = [
  "passwordPepper",
  "otpPepper",
  "outboxKey",
  "issuerCallbackKey",
  "pushKey",
] as const;
export type RotatedKey = (typeof ROTATED_KEYS)[number];

export type Rotation = {
  /** Read already, and made nothing with yet. */
  coming?: Buffer;
  /** Read still, and made nothing with any more. */
  former?: Buffer;
  /** Whether what the present and the former key make names its key; an installation's first does not. */
  isNamed: boolean;
  isFormerNamed: boolean;
  /** The ids of keys that were destroyed: what names one of these no process reads any more. */
  dropped: string[];
  /** When the last step was taken. */
  at: Date;
};

/** The key that makes, and after it those that are only read with. */
export function keysOf(
  secrets: { [name in RotatedKey]?: Buffer } & Pick<Secrets, "rotation">,
  name: RotatedKey,
): Buffer[] {
  const { coming, former } = secrets.rotation?.[name] ?? {};
  return [secrets[name], coming, former].filter((key) => key !== undefined);
}

const NAMES = [
  "passwordPepper",
  "otpPepper",
  "decoyKey",
  "outboxKey",
  "issuerCallbackKey",
  "auditSealKey",
  "auditHeadKey",
  "panKey",
  "pushKey",
] as const;

/** Reads the keys. Refuses a file that others may read. */
export function readSecrets(file: string): Secrets {
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0) {
    throw new Error(`${file} may be read by others; run: chmod 600 ${file}`);
  }
  const stored = readStored(file);
  const keys = NAMES.map((name) => [name, keyIn(file, name, stored[name])] as const);
  const rotation = Object.entries(stored.rotation ?? {}).map(([name, step]) => {
    const { coming, former, isNamed = false, isFormerNamed = false, dropped = [], at } = step;
    const read: Rotation = {
      ...(coming !== undefined && { coming: keyIn(file, name, coming) }),
      ...(former !== undefined && { former: keyIn(file, name, former) }),
      isNamed,
      isFormerNamed,
      dropped,
      at: new Date(at),
    };
    return [name, read] as const;
  });
  return { ...Object.fromEntries(keys), rotation: Object.fromEntries(rotation) } as Secrets;
}

function keyIn(file: string, name: string, text: string | undefined): Buffer {
  const key = Buffer.from(text ?? "", "base64url");
  if (key.length !== 32) throw new Error(`${file}: ${name} must be 32 bytes in base64url`);
  return key;
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
    // Another start may have ended between the look and this.
    const write = () => {
      const missing = missingIn(file);
      return missing.length === 0 ? undefined : withKeys(file, missing, isDemo);
    };
    if (replaceAlone(file, write)) return;
    if (waited >= patienceMs) {
      throw new Error(
        `${next} is there: another start is making keys, or was killed. If none runs, remove it`,
      );
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
}

/**
 * Puts what `write` answers in the file's place, whole; false when somebody else is at it. Undefined leaves
 * the file as it is.
 */
export function replaceAlone(file: string, write: () => string | undefined): boolean {
  const next = `${file}.next`;
  if (!makeExclusively(next)) return false;
  try {
    const text = write();
    if (text !== undefined) putInPlace(next, file, text);
    return true;
  } finally {
    rmSync(next, { force: true });
  }
}

/** As replaceAlone, for a text that others have to be asked about first. */
export async function replaceAloneAfter(
  file: string,
  write: () => Promise<string>,
): Promise<boolean> {
  const next = `${file}.next`;
  if (!makeExclusively(next)) return false;
  try {
    putInPlace(next, file, await write());
    return true;
  } finally {
    rmSync(next, { force: true });
  }
}

function putInPlace(next: string, file: string, text: string): void {
  writeFileSync(next, text, { flush: true });
  // The bank, which does not run as root, goes on reading what root changed.
  if (process.getuid?.() === 0 && existsSync(file)) {
    const { uid, gid } = statSync(file);
    chownSync(next, uid, gid);
  }
  renameSync(next, file);
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

/** The file as it is: keys in base64url. */
export type StoredSecrets = { [name in (typeof NAMES)[number]]?: string } & {
  isDemo?: boolean;
  rotation?: Partial<Record<RotatedKey, StoredRotation>>;
};
export type StoredRotation = {
  coming?: string;
  former?: string;
  isNamed?: boolean;
  isFormerNamed?: boolean;
  dropped?: string[];
  at: string;
};

export function readStored(file: string): StoredSecrets {
  return JSON.parse(readFileSync(file, "utf8")) as StoredSecrets; // as written above
}
