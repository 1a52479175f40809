declare global {
  var importAgain: (address: string, reason: unknown) => Promise<unknown>;
}

/** How often each module could not be fetched. */
const failures = new Map<string, number>();

/**
 * What an import() of a module answers after it failed: the first time the failure itself, then the
 * module under another address, because the browser asks no second time for one that failed. Rejects
 * with the reason while the module cannot be fetched.
 */
async function importAgain(address: string, reason: unknown): Promise<unknown> {
  const failed = failures.get(address) ?? 0;
  try {
    if (failed === 0) throw reason;
    return await import(/* @vite-ignore */ `${address}?again=${failed}`);
  } catch (error) {
    failures.set(address, failed + 1);
    throw error;
  }
}

/** The built files call it by this name (scripts/rememberFailedImports.ts). */
export function offerImportAgain(): void {
  globalThis.importAgain = importAgain;
}
