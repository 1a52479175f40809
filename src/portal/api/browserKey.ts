import { addRecord, readRecord } from "./browserDb.ts";

const text = new TextEncoder();

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

const fromBase64 = (encoded: string) =>
  Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));

/**
 * The AES-256 key of this name, made when there is none: one for all tabs, also when several want it at
 * once. It can be used in this browser and never read out of it.
 */
export async function browserKey(dbName: string, name: string): Promise<CryptoKey> {
  const known = await findBrowserKey(dbName, name);
  if (known !== undefined) return known;
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  const kept = await addRecord(dbName, "key", name, key);
  return kept instanceof CryptoKey ? kept : key;
}

/** The key of this name, if this browser still has it. */
export async function findBrowserKey(dbName: string, name: string): Promise<CryptoKey | undefined> {
  const key = await readRecord(dbName, "key", name);
  return key instanceof CryptoKey ? key : undefined;
}

/** AES-256-GCM with a random IV in front, as base64. `boundTo` must be the same for opening. */
export async function seal(key: CryptoKey, clear: string, boundTo: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const algorithm = { name: "AES-GCM", iv, additionalData: text.encode(boundTo) };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, text.encode(clear)));
  const whole = new Uint8Array(iv.length + sealed.length);
  whole.set(iv);
  whole.set(sealed, iv.length);
  return toBase64(whole);
}

/** The text sealed by `seal`, or undefined when the key, the text or what it is bound to differs. */
export async function unseal(
  key: CryptoKey,
  sealed: string,
  boundTo: string,
): Promise<string | undefined> {
  try {
    const whole = fromBase64(sealed);
    const algorithm = {
      name: "AES-GCM",
      iv: whole.slice(0, 12),
      additionalData: text.encode(boundTo),
    };
    const clear = await crypto.subtle.decrypt(algorithm, key, whole.slice(12));
    return new TextDecoder().decode(clear);
  } catch {
    return undefined;
  }
}
