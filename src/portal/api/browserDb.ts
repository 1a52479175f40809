/**
 * Two shelves of IndexedDB: keys that no script can export, and drafts encrypted under them. A
 * browser that refuses IndexedDB (some private windows) gets a memory in its place: a reload then
 * asks to sign in again, and nothing else changes.
 */
type Shelf = "key" | "draft";

const memory = new Map<string, unknown>();
const place = (dbName: string, shelf: Shelf, name: string) => `${dbName}/${shelf}/${name}`;

const opened = new Map<string, Promise<IDBDatabase | undefined>>();

function open(dbName: string): Promise<IDBDatabase | undefined> {
  const already = opened.get(dbName);
  if (already !== undefined) return already;
  const opening = new Promise<IDBDatabase | undefined>((resolve) => {
    try {
      const request = indexedDB.open(dbName, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("key");
        request.result.createObjectStore("draft");
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(undefined);
    } catch {
      resolve(undefined);
    }
  });
  opened.set(dbName, opening);
  return opening;
}

async function inShelf<T>(
  dbName: string,
  shelf: Shelf,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<{ value: T } | undefined> {
  const db = await open(dbName);
  if (db === undefined) return undefined;
  return new Promise((resolve) => {
    const transaction = db.transaction(shelf, mode);
    const request = act(transaction.objectStore(shelf));
    transaction.oncomplete = () => resolve({ value: request.result });
    transaction.onerror = () => resolve(undefined);
    transaction.onabort = () => resolve(undefined);
  });
}

/** What lies under the name, or undefined. */
export async function readRecord(dbName: string, shelf: Shelf, name: string): Promise<unknown> {
  const found = await inShelf(dbName, shelf, "readonly", (store): IDBRequest<unknown> =>
    store.get(name),
  );
  return found === undefined ? memory.get(place(dbName, shelf, name)) : found.value;
}

/** Puts a value under the name, in place of what was there. */
export async function writeRecord(
  dbName: string,
  shelf: Shelf,
  name: string,
  value: unknown,
): Promise<void> {
  const done = await inShelf(dbName, shelf, "readwrite", (store) => store.put(value, name));
  if (done === undefined) memory.set(place(dbName, shelf, name), value);
}

/**
 * Puts a value under the name unless something lies there, and answers what lies there afterwards. Of
 * several tabs that do so at once, all get the same.
 */
export async function addRecord(
  dbName: string,
  shelf: Shelf,
  name: string,
  value: unknown,
): Promise<unknown> {
  const found = await inShelf(dbName, shelf, "readwrite", (store): IDBRequest<unknown> => {
    const request: IDBRequest<unknown> = store.get(name);
    request.onsuccess = () => {
      if (request.result === undefined) store.put(value, name);
    };
    return request;
  });
  if (found !== undefined) return found.value ?? value;
  const inMemory = place(dbName, shelf, name);
  if (!memory.has(inMemory)) memory.set(inMemory, value);
  return memory.get(inMemory);
}

/** Takes away what lies under the name. */
export async function deleteRecord(dbName: string, shelf: Shelf, name: string): Promise<void> {
  memory.delete(place(dbName, shelf, name));
  await inShelf(dbName, shelf, "readwrite", (store) => store.delete(name));
}

/** Empties both shelves. */
export async function emptyBrowserDb(dbName: string): Promise<void> {
  for (const name of memory.keys()) if (name.startsWith(`${dbName}/`)) memory.delete(name);
  await inShelf(dbName, "draft", "readwrite", (store) => store.clear());
  await inShelf(dbName, "key", "readwrite", (store) => store.clear());
}
