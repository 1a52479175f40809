import { makeWorkQueue } from "#server/platform/base/workQueue.ts";
import type { Log } from "#server/platform/base/log.ts";
import type { Metrics } from "#server/platform/base/metrics.ts";
import { Refusal } from "#server/refusal.ts";
import type { Drawer, Drawing, DrawingKind } from "./drawing.ts";
import { makePdfThread } from "./pdfThread.ts";

/** What waits for the document before it, and how long a drawing may take. */
const LIMITS = { waiting: 11, patienceMs: 20_000 };
/** Of the places, how many one person may take. */
const PLACES_OF_ONE = 2;
/** By then a document of a thousand rows is done. */
const RETRY_AFTER_SECONDS = 2;

/** `draw<typeof drawReceipt>("receipt", page)`: the drawer's type says which page the kind takes. */
type Draw = <Of extends Drawer>(kind: DrawingKind, page: Parameters<Of>[0]) => Promise<Uint8Array>;

export type PdfQueue = {
  /**
   * Does the work when what came before it has ended: reading for a document and drawing it off the event
   * loop, one document at a time. `owner` is who waits for it. Refuses with busy, and reads nothing, when
   * all places or the owner's are taken; with unavailable when the document cannot be drawn.
   */
  inTurn: <T>(owner: string, work: (draw: Draw) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};

/**
 * The documents of a process. One is drawn at a time: a thousand rows take a second of one core, and the other
 * calls have the rest. `worker` is the program of the thread. Whatever is asked for at once, no more is in memory than has a place.
 */
export function makePdfQueue(
  { log, metrics }: { log: Log; metrics: Metrics },
  worker: URL,
  limits: Partial<typeof LIMITS> = {},
): PdfQueue {
  const { waiting, patienceMs } = { ...LIMITS, ...limits };
  const thread = makePdfThread(worker, patienceMs);
  const queue = makeWorkQueue(1, waiting, metrics.documentsWaiting);
  const placesOf = new Map<string, number>();

  async function draw(kind: DrawingKind, page: unknown): Promise<Uint8Array> {
    try {
      return await thread.draw({ kind, page } satisfies Drawing);
    } catch (error) {
      log.error({ err: error, kind }, "a document could not be drawn");
      throw new Refusal("unavailable");
    }
  }

  async function inTurn<T>(owner: string, work: (draw: Draw) => Promise<T>): Promise<T> {
    const places = placesOf.get(owner) ?? 0;
    if (places >= PLACES_OF_ONE) {
      throw new Refusal("busy", { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    placesOf.set(owner, places + 1);
    try {
      return await queue.run(() => work(draw));
    } finally {
      const left = (placesOf.get(owner) ?? 1) - 1;
      if (left === 0) placesOf.delete(owner);
      else placesOf.set(owner, left);
    }
  }

  return { inTurn, close: thread.close };
}
