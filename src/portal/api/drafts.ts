import { deleteRecord, emptyBrowserDb, readRecord, writeRecord } from "./browserDb.ts";
import { findBrowserKey, makeBrowserKey, seal, unseal } from "./browserKey.ts";
import { deviceNow } from "#client/clock.ts";
import { anyConfig } from "#client/config.ts";
import { currentSession } from "./sessionState.ts";

const KEY_NAME = "drafts";
const KEPT_MS = 24 * 60 * 60 * 1000;

/** The drafts that this page kept, by the place they lie in, and whose they are. */
const keptHere = new Map<string, string>();

/** True when this page kept something that the member typed and did not finish. */
export const isAnythingKept = (guid: string): boolean => [...keptHere.values()].includes(guid);

/**
 * What a member typed and did not finish, kept over a reload and over a session that ran out:
 * encrypted in IndexedDB under a key that cannot leave the browser, bound to member and form, gone
 * after a day and at log-out. Never passwords, PINs or one-time passwords.
 */
export async function keepDraft(form: string, draft: unknown): Promise<void> {
  const place = await findPlace(form);
  if (place === undefined) return;
  const key =
    (await findBrowserKey(place.dbName, KEY_NAME)) ??
    (await makeBrowserKey(place.dbName, KEY_NAME));
  const text = JSON.stringify({ keptAt: deviceNow(), draft });
  keptHere.set(place.name, place.guid);
  await writeRecord(place.dbName, "draft", place.name, await seal(key, text, place.name));
}

/** The draft of this form as it was kept, or undefined. The caller checks its shape. */
export async function findDraft(form: string): Promise<unknown> {
  const place = await findPlace(form);
  if (place === undefined) return undefined;
  const key = await findBrowserKey(place.dbName, KEY_NAME);
  const sealed = await readRecord(place.dbName, "draft", place.name);
  if (key === undefined || typeof sealed !== "string") return undefined;
  const text = await unseal(key, sealed, place.name);
  if (text === undefined) return undefined;
  // Written by keepDraft under authenticated encryption.
  const kept = JSON.parse(text) as { keptAt: number; draft: unknown };
  if (deviceNow() - kept.keptAt <= KEPT_MS) return kept.draft;
  await deleteRecord(place.dbName, "draft", place.name);
  return undefined;
}

/** Forgets the draft of this form: it was completed, or given up. */
export async function forgetDraft(form: string): Promise<void> {
  const place = await findPlace(form);
  if (place === undefined) return;
  keptHere.delete(place.name);
  await deleteRecord(place.dbName, "draft", place.name);
}

/** Forgets every draft and every key of this browser. */
export async function forgetDrafts(): Promise<void> {
  keptHere.clear();
  const config = await anyConfig();
  if (config !== undefined) await emptyBrowserDb(config.ssKey);
}

type Place = { dbName: string; name: string; guid: string };

async function findPlace(form: string): Promise<Place | undefined> {
  const session = currentSession();
  const config = await anyConfig();
  if (session === undefined || config === undefined) return undefined;
  const digest = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(`${session.guid} ${form}`),
  );
  const name = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"));
  return { dbName: config.ssKey, name: name.join(""), guid: session.guid };
}
