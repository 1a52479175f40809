/**
 * What `open` answers with the first key that opens; each checks a tag, so a wrong one cannot. Throws what
 * the present key, which comes first, threw when none does.
 */
export function openWithAny<T>(keys: readonly Buffer[], open: (key: Buffer) => T): T {
  let reason: unknown = new Error("there is no key");
  for (const [index, key] of keys.entries()) {
    try {
      return open(key);
    } catch (error) {
      if (index === 0) reason = error;
    }
  }
  throw reason;
}
