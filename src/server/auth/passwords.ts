import { createHmac } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { MAX_PASSWORD_LENGTH, passwordLength } from "#contract/identity.ts";
import type { App } from "#server/app.ts";
import { makeWorkQueue, type WorkQueue } from "./workQueue.ts";

/** OWASP's first choice for Argon2id (the library's default kind); about 25 ms on one core. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PREFIX = "$argon2id$v=19$m=19456,t=2,p=1$";

/** Of no password: verified for usernames that nobody has, so that they take as long. */
const DUMMY =
  "$argon2id$v=19$m=19456,t=2,p=1$Xc7kWPKKzFB3IKyejetvqQ$sk8TYmBMbWLXDmvF2f3Q559hCXSCYqi5dZX785mS1uA";

/** True for a password that can be nobody's, because none that long is ever accepted. */
export function isTooLong(password: string): boolean {
  return passwordLength(password) > MAX_PASSWORD_LENGTH;
}

/** The form in which a password is stored: Argon2id over an HMAC whose key is not in the database. */
export function hashPassword(pepper: Buffer, password: string): Promise<string> {
  return hash(peppered(pepper, password), PARAMETERS);
}

/** True when the password is the stored one. Without a stored one it takes as long and is false. */
export async function verifyPassword(
  app: App,
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  app.metrics.passwordHashes.inc();
  const isRight = await verify(stored ?? DUMMY, peppered(app.secrets.passwordPepper, password));
  return isRight && typeof stored === "string";
}

/** True when the stored form was made with other parameters than today's. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(PREFIX);
}

const queues = new WeakMap<App, WorkQueue>();

/** Where the work around a hash waits its turn: hashing is the dearest thing a stranger can ask for. */
export function hashQueue(app: App): WorkQueue {
  const existing = queues.get(app);
  if (existing) return existing;
  const { HASHES_AT_ONCE, HASHES_WAITING } = app.config;
  const made = makeWorkQueue(HASHES_AT_ONCE, HASHES_WAITING, app.metrics.passwordHashesWaiting);
  queues.set(app, made);
  return made;
}

function peppered(pepper: Buffer, password: string): string {
  return createHmac("sha256", pepper).update(password.normalize("NFKC")).digest("base64");
}
