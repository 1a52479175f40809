import { online } from "./connection.ts";

/**
 * Loads a part of a screen that can wait: without network it comes with the network, and what stands
 * around it stays. Rejects with the reason when it cannot be loaded for another.
 */
export async function whenConnected<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine && online.get()) throw error;
  }
  await answersAgain();
  return whenConnected(load);
}

/** A browser says that it is online before anything gets through: what counts is that the server answered. */
function answersAgain(): Promise<void> {
  return new Promise((resolve) => {
    const stop = online.subscribe(() => {
      if (!online.get()) return;
      stop();
      resolve();
    });
  });
}
