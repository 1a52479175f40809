import { deleteRecord } from "./browserDb.ts";
import { browserKey, findBrowserKey, seal, unseal } from "./browserKey.ts";
import { type Identity, timesForgotten } from "./keptSession.ts";

const KEY_NAME = "session";

/**
 * Keeps a session over a reload: session storage gets exactly `token` and `guid`, the guid
 * encrypted under a key that cannot leave this browser and bound to the token.
 */
export async function keepSession(dbName: string, identity: Identity): Promise<void> {
  const before = timesForgotten();
  const key = await browserKey(dbName, KEY_NAME);
  const guid = await seal(key, identity.guid, identity.token);
  // It ended meanwhile: its token must not stay behind.
  if (timesForgotten() !== before) return;
  sessionStorage.setItem("token", identity.token);
  sessionStorage.setItem("guid", guid);
}

/** The session this tab kept, or undefined when there is none or it cannot be opened. */
export async function findKeptSession(dbName: string): Promise<Identity | undefined> {
  const token = sessionStorage.getItem("token");
  const sealedGuid = sessionStorage.getItem("guid");
  if (token === null || sealedGuid === null) return undefined;
  const key = await findBrowserKey(dbName, KEY_NAME);
  const guid = key === undefined ? undefined : await unseal(key, sealedGuid, token);
  return guid === undefined ? undefined : { guid, token };
}

/** Takes the key away, so that the next sign-in makes a new one. */
export const dropSessionKey = (dbName: string): Promise<void> =>
  deleteRecord(dbName, "key", KEY_NAME);
