import { Worker } from "node:worker_threads";
import type { Drawing, Drawn } from "./drawing.ts";

/** What the longest of our papers takes; beyond it the thread is given up, not the process. */
const HEAP = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

export type PdfThread = {
  /** Draws one paper; nothing else may be asked until it has answered. Throws when it cannot be drawn. */
  draw: (drawing: Drawing) => Promise<Uint8Array>;
  close: () => Promise<void>;
};

/** A thread that runs `worker` and draws, started with the first paper and again after it was lost. */
export function makePdfThread(worker: URL, patienceMs: number): PdfThread {
  let thread: Worker | undefined;

  function start(): Worker {
    const started = new Worker(worker, {
      execArgv: [],
      resourceLimits: HEAP,
    });
    // Between two papers nobody listens; an error without a listener would end the process.
    started.on("error", () => undefined);
    started.on("exit", () => {
      if (thread === started) thread = undefined;
    });
    return started;
  }

  function draw(drawing: Drawing): Promise<Uint8Array> {
    const at = (thread ??= start());
    at.ref();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => lose(new Error("drawing took too long")), patienceMs);
      const rest = () => {
        clearTimeout(timer);
        at.off("message", onMessage).off("error", lose).off("exit", onExit);
        // A thread without work keeps no process alive.
        at.unref();
      };
      const lose = (why: unknown) => {
        rest();
        if (thread === at) thread = undefined;
        void at.terminate();
        reject(why instanceof Error ? why : new Error(String(why)));
      };
      const onExit = () => lose(new Error("the drawing thread ended"));
      const onMessage = (drawn: Drawn) => {
        rest();
        if ("bytes" in drawn) resolve(drawn.bytes);
        else reject(new Error(drawn.error));
      };
      at.on("message", onMessage).on("error", lose).on("exit", onExit);
      at.postMessage(drawing);
    });
  }

  return {
    draw,
    close: async () => {
      await thread?.terminate();
    },
  };
}
