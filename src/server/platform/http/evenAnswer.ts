import type { App } from "#server/platform/app.ts";

/**
 * Does work whose time would tell a stranger something, and answers at the next whole step of
 * EVEN_ANSWER_MS after it began, whether the work succeeds or throws: a text that was promised to
 * somebody and one that nobody gets look alike (docs/security.md S033).
 */
export async function evenly<T>(app: Pick<App, "config">, work: () => Promise<T>): Promise<T> {
  const step = app.config.EVEN_ANSWER_MS;
  const begun = performance.now();
  try {
    return await work();
  } finally {
    if (step > 0) {
      const taken = performance.now() - begun;
      await new Promise((resolve) => setTimeout(resolve, step - (taken % step)));
    }
  }
}
