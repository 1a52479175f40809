const LOOK_EVERY_MS = 20;

/** Milliseconds until it is so; throws, with what was waited for, when it is not within `mostMs`. */
export async function waitUntil(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  mostMs = 60_000,
): Promise<number> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedAt > mostMs) {
      throw new Error(`${what}: not within ${mostMs / 1000} s`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return performance.now() - startedAt;
}
