import { Piscina } from "piscina";
import type { Drawing } from "./drawing.ts";

/** What the longest of our documents takes; beyond it the thread is given up, not the process. */
const HEAP = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

export type PdfThread = {
  /** Draws one document. Throws when it cannot be drawn, or not in time: then the thread is given up. */
  draw: (drawing: Drawing) => Promise<Uint8Array>;
  close: () => Promise<void>;
};

/**
 * A thread that calls `draw` of the program `worker`, started with the first document and again after it was lost.
 * Without work it keeps no process alive.
 */
export function makePdfThread(worker: URL, patienceMs: number): PdfThread {
  const threads = new Piscina<Drawing, Uint8Array>({
    filename: worker.href,
    name: "draw",
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Infinity,
    // The thread waits on its event loop, not in a lock that holds back what a library does in between.
    atomics: "disabled",
    execArgv: [],
    resourceLimits: HEAP,
  });
  // Lost outside of drawing: between two documents, or while it starts, when the first document waits for it. Without a
  // listener that would end the process.
  let lost = new AbortController();
  threads.on("error", (why) => {
    lost.abort(why);
    lost = new AbortController();
  });
  return {
    draw: (drawing) =>
      threads.run(drawing, {
        signal: AbortSignal.any([AbortSignal.timeout(patienceMs), lost.signal]),
      }),
    close: () => threads.destroy(),
  };
}
