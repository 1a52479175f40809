import { deleteRecord, emptyBrowserDb, readRecord, writeRecord } from "./browserDb.ts";
import { browserKey, findBrowserKey, seal, unseal } from "./browserKey.ts";
import { deviceNow } from "#client/clock.ts";
import { anyConfig } from "#client/config.ts";
import { currentSession } from "./sessionState.ts";

const KEY_NAME = "drafts";
const KEPT_MS = 24 * 60 * 60 * 1000;

/** The drafts that this page kept, by the place they lie in, and whose they are. */
const keptHere = new Map<string, string>();

let last: Promise<unknown> = Promise.resolve();

/** One after the other, as they were asked for: an older draft never lands upon a newer one. */
function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const turn = last.then(act);
  last = turn.catch(() => undefined);
  return turn;
}

/** True when this page kept something that the member typed and did not finish. */
export const isAnythingKept = (guid: string): boolean => [...keptHere.values()].includes(guid);

/**
 * What a member typed and did not finish, kept over a reload and over a session that ran out:
 * encrypted in IndexedDB under a key that cannot leave the browser, bound to member and form, gone
 * after a day and at log-out. Never passwords, PINs or one-time passwords. Resolved, it is there after
 * a reload.
 */
export function keepDraft(form: string, draft: unknown): Promise<void> {
  const finding = findPlace(form);
  return inTurn(async () => {
    const place = await finding;
    if (place === undefined) return;
    const key = await browserKey(place.dbName, KEY_NAME);
    const text = JSON.stringify({ keptAt: deviceNow(), draft });
    keptHere.set(place.name, place.guid);
    await writeRecord(place.dbName, "draft", place.name, await seal(key, text, place.name));
  });
}

/** The draft of this form as it was kept, or undefined. The caller checks its shape. */
export function findDraft(form: string): Promise<unknown> {
  const finding = findPlace(form);
  return inTurn(async () => {
    const place = await finding;
    return place === undefined ? undefined : openDraft(place);
  });
}

async function openDraft(place: Place): Promise<unknown> {
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
export function forgetDraft(form: string): Promise<void> {
  const finding = findPlace(form);
  return inTurn(async () => {
    const place = await finding;
    if (place === undefined) return;
    keptHere.delete(place.name);
    await deleteRecord(place.dbName, "draft", place.name);
  });
}

/** Forgets every draft and every key of this browser. */
export function forgetDrafts(): Promise<void> {
  return inTurn(async () => {
    keptHere.clear();
    const config = await anyConfig();
    if (config !== undefined) await emptyBrowserDb(config.ssKey);
  });
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
