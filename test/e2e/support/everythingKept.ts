/** What the page's origin keeps that could be a member's: all but how the page looks. */
export async function everythingKept(): Promise<string[]> {
  const kept = [...Object.keys(sessionStorage), ...(await caches.keys())];
  for (const { name = "" } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    for (const store of db.objectStoreNames) {
      const keys = await new Promise<IDBValidKey[]>((resolve, reject) => {
        const request = db.transaction(store).objectStore(store).getAllKeys();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      kept.push(...keys.map((key) => `${store} ${JSON.stringify(key)}`));
    }
    db.close();
  }
  // That the font is here says nothing of anybody.
  return [...kept, ...Object.keys(localStorage).filter((key) => key !== "font")];
}
