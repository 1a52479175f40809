import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { makeKeyPair, type PrivateKey, readPrivateKey } from "#contract/fieldCipher.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Clock } from "#server/platform/base/clock.ts";
import type { Random } from "#server/platform/base/random.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A page that was open when the key changed may finish what it began. */
const OLD_KEY_MS = 60 * 60 * 1000;

export type PublicFieldKey = { kid: string; pub: string; notAfter: Date };

/** The server's keys for encrypted fields, shared by all processes that share the data folder. */
export type FieldKeys = {
  /** The key to encrypt to now. */
  current: () => Promise<PublicFieldKey>;
  /** The private key of a kid that is in date; undefined otherwise. */
  privateKey: (kid: string) => Promise<PrivateKey | undefined>;
};

type KeyFile = { kid: string; pub: string; key: string };

/**
 * One key for each UTC day, named by the day, in files only this user can read. The day before's is
 * accepted for an hour; older ones are deleted, after which recorded calls cannot be opened even by us.
 */
export function makeFieldKeys(config: Config, now: Clock, random: Random): FieldKeys {
  const folder = path.join(config.DATA_DIR, "mfe-keys");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const opened = new Map<string, Promise<{ file: KeyFile; privateKey: PrivateKey }>>();

  async function open(kid: string) {
    const file = await readOrMake(folder, kid, random);
    removeOldKeys(folder, now());
    return { file, privateKey: await readPrivateKey(file.key) };
  }

  function openOnce(kid: string) {
    const already = opened.get(kid);
    if (already) return already;
    // Two keys are in use at a time; the rest is forgotten together.
    if (opened.size > 3) opened.clear();
    const opening = open(kid);
    opened.set(kid, opening);
    opening.catch(() => opened.delete(kid));
    return opening;
  }

  return {
    current: async () => {
      const kid = kidOf(now());
      const { file } = await openOnce(kid);
      return { kid, pub: file.pub, notAfter: endOf(kid) };
    },
    privateKey: async (kid) => {
      const today = kidOf(now());
      if (kid !== today && !(kid < today && isInDate(kid, now()) && exists(folder, kid))) {
        return undefined;
      }
      return (await openOnce(kid)).privateKey;
    },
  };
}

const kidOf = (at: Date): string => at.toISOString().slice(0, 10);
const endOf = (kid: string): Date => new Date(Date.parse(`${kid}T00:00:00Z`) + DAY_MS);
const isInDate = (kid: string, at: Date): boolean =>
  at.getTime() < endOf(kid).getTime() + OLD_KEY_MS;
const fileOf = (folder: string, kid: string): string => path.join(folder, `${kid}.json`);

function exists(folder: string, kid: string): boolean {
  return statSync(fileOf(folder, kid), { throwIfNoEntry: false }) !== undefined;
}

/** Whoever comes first makes the key; the link makes it appear whole and once. */
async function readOrMake(folder: string, kid: string, random: Random): Promise<KeyFile> {
  const file = fileOf(folder, kid);
  if (!exists(folder, kid)) {
    const draft = path.join(folder, `.${random.uuid()}`);
    const made: KeyFile = { kid, ...(await makeKeyPair()) };
    writeFileSync(draft, JSON.stringify(made), { mode: 0o600, flag: "wx" });
    try {
      linkSync(draft, file);
    } catch (error) {
      if (!exists(folder, kid)) throw error;
    } finally {
      rmSync(draft);
    }
  }
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0) {
    throw new Error(`${file} may be read by others; run: chmod 600 ${file}`);
  }
  // Written by the lines above.
  return JSON.parse(readFileSync(file, "utf8")) as KeyFile;
}

function removeOldKeys(folder: string, at: Date): void {
  for (const name of readdirSync(folder)) {
    const kid = /^(\d{4}-\d\d-\d\d)\.json$/.exec(name)?.[1];
    if (kid && !isInDate(kid, at)) rmSync(path.join(folder, name), { force: true });
  }
}
