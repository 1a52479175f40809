/** A terminal tells a script and what started it, and that tells the script again. */
const ONE_AND_THE_SAME_MS = 2_000;

/**
 * What a script started for itself goes when it is interrupted, also while it is still starting; a second signal
 * some seconds later ends the script at once. What is returned takes that back.
 */
export function endOnSignals(end: () => Promise<unknown>): () => void {
  let firstAt: number | undefined;
  const stop = () => {
    const now = performance.now();
    if (firstAt === undefined) {
      firstAt = now;
      console.log("\nInterrupted; cleaning up …");
      // What fails from here on fails because its bank is going, and must not end the cleaning up.
      process.on("uncaughtException", () => undefined);
      // What did not come to stand has said so itself.
      void end().then(
        () => process.exit(130),
        () => process.exit(130),
      );
    } else if (now - firstAt > ONE_AND_THE_SAME_MS) {
      process.exit(130);
    }
  };
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.on(signal, stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
  };
}
