import { createHmac } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { MAX_PASSWORD_LENGTH, passwordLength } from "#contract/identity.ts";
import type { App } from "#server/platform/app.ts";
import { keyId } from "#server/platform/secrets/keyId.ts";
import { Refusal } from "#server/refusal.ts";
import type { Secrets } from "#server/platform/secrets/secrets.ts";
import { makeWorkQueue, type WorkQueue } from "#server/platform/base/workQueue.ts";

/** OWASP's first choice for Argon2id (the library's default kind); about 25 ms on one core. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PREFIX = "$argon2id$v=19$m=19456,t=2,p=1";

/** Of no password: verified for usernames that nobody has, so that they take as long. */
const DUMMY =
  "$argon2id$v=19$m=19456,t=2,p=1$Xc7kWPKKzFB3IKyejetvqQ$sk8TYmBMbWLXDmvF2f3Q559hCXSCYqi5dZX785mS1uA";

/** True for a password that can be nobody's, because none that long is ever accepted. */
export function isTooLong(password: string): boolean {
  return passwordLength(password) > MAX_PASSWORD_LENGTH;
}

/** The keys of passwords. */
type Peppers = Pick<Secrets, "passwordPepper" | "rotation">;

/**
 * The form in which a password is stored: Argon2id over an HMAC whose key is not in the database. It names
 * its key, but for the first key of an installation.
 */
export async function hashPassword(secrets: Peppers, password: string): Promise<string> {
  const stored = await hash(peppered(secrets.passwordPepper, password), PARAMETERS);
  const name = presentName(secrets);
  return name === undefined ? stored : stored.replace(`${PREFIX}$`, `${PREFIX},keyid=${name}$`);
}

/** True when the password is the stored one. Without a stored one it takes as long and is false. */
export async function verifyPassword(
  app: App,
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  app.metrics.passwordHashes.inc();
  const pepper = pepperOf(app.secrets, stored ?? DUMMY);
  const isRight = await verify(stored ?? DUMMY, peppered(pepper, password));
  return isRight && typeof stored === "string";
}

/** True when the stored form was made with other parameters than today's, or under another key. */
export function needsRehash(secrets: Peppers, stored: string): boolean {
  if (!stored.startsWith(`${PREFIX}$`) && !stored.startsWith(`${PREFIX},keyid=`)) return true;
  return nameIn(stored) !== presentName(secrets);
}

/**
 * Refuses a stored form under a key that this process has not: whether a password is right another one
 * knows. Comes before a try is taken, which it must not cost.
 */
export function requireKeyOf(secrets: Peppers, stored: string | null | undefined): void {
  if (stored) pepperOf(secrets, stored);
}

/** The key that a stored form was made under. Of one that was destroyed no password is right. */
function pepperOf(secrets: Peppers, stored: string): Buffer {
  const { passwordPepper, rotation } = secrets;
  const { coming, former, isFormerNamed, dropped = [] } = rotation?.passwordPepper ?? {};
  const name = nameIn(stored);
  if (former && name === (isFormerNamed === true ? keyId(former) : undefined)) return former;
  // Of a process that was restarted before this one.
  if (coming && name === keyId(coming)) return coming;
  if (name !== undefined && name !== keyId(passwordPepper) && !dropped.includes(name)) {
    throw new Refusal("unavailable");
  }
  return passwordPepper;
}

function presentName({ passwordPepper, rotation }: Peppers): string | undefined {
  return rotation?.passwordPepper?.isNamed === true ? keyId(passwordPepper) : undefined;
}

function nameIn(stored: string): string | undefined {
  return /^[^$]*\$[^$]*\$[^$]*\$[^$]*,keyid=([A-Za-z0-9+/]+)/.exec(stored)?.[1];
}

const queues = new WeakMap<App, WorkQueue>();

/** Where the work around a hash waits its turn: hashing is the dearest thing a stranger can ask for. */
export function hashQueue(app: App): WorkQueue {
  const existing = queues.get(app);
  if (existing) return existing;
  const { HASH_CONCURRENCY, HASHES_WAITING } = app.config;
  const made = makeWorkQueue(HASH_CONCURRENCY, HASHES_WAITING, app.metrics.passwordHashesWaiting);
  queues.set(app, made);
  return made;
}

function peppered(pepper: Buffer, password: string): string {
  return createHmac("sha256", pepper).update(password.normalize("NFKC")).digest("base64");
}
