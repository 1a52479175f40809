/**
 * Loads a part of a screen that can wait: without network it comes with the network, and what stands
 * around it stays. Rejects with the reason when it cannot be loaded for another.
 */
export async function whenConnected<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine) throw error;
  }
  await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
  return whenConnected(load);
}
