export type Waiting<Item, Answer> = {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (why: unknown) => void;
};

/** How long single questions wait for batchSize. */
export type Patience = {
  /** Whether few wait, while a call is under way, for its end and go together; else each goes beside it. */
  fillsBatch: boolean;
  /** Beside a free place they wait so many milliseconds at most: a call may wait for a lock, or on a dead connection. */
  longestMs: number;
  /**
   * Who shared a call was answered at once and may ask at once again: after such a call the first to come waits
   * so many turns of the event loop for the others, which costs less than the call it would make alone.
   */
  turns: number;
};

export const PATIENT: Patience = { fillsBatch: true, longestMs: 20, turns: 2 };
/** Whoever asks is asked for as soon as a call is free, however long the calls before take. */
export const IMPATIENT: Patience = { fillsBatch: false, longestMs: 0, turns: 0 };

export type Gathering<Item, Answer> = {
  /** How many calls may be under way; what comes meanwhile waits and goes together. */
  concurrency: number;
  itemsACall: number;
  /** So many are worth a call of their own beside one that is under way. */
  batchSize: number;
  patience: Patience;
  /** Answers each of the batch; never throws. Resolves when the next call may start. */
  settle: (batch: Waiting<Item, Answer>[]) => Promise<void>;
};

/**
 * Makes single questions of one moment into calls of several: a round trip, and for a write the
 * commit, are most of what one costs. While no call is under way nobody waits for longer than some turns.
 */
export function gather<Item, Answer>({
  concurrency,
  itemsACall,
  batchSize,
  patience: { fillsBatch, longestMs, turns: turnsForOthers },
  settle,
}: Gathering<Item, Answer>): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let callsUnderWay = 0;
  let isPlanned = false;
  let wasShared = false;
  let waitsNoLonger: NodeJS.Timeout | undefined;

  /** After the requests that have already arrived were read, so that they go together. */
  function plan(): void {
    if (isPlanned || waiting.length === 0 || callsUnderWay >= concurrency) return;
    if (fillsBatch && callsUnderWay > 0 && waiting.length < batchSize) {
      waitsNoLonger ??= setTimeout(startBeside, longestMs);
      return;
    }
    isPlanned = true;
    startAfter(wasShared && callsUnderWay === 0 ? turnsForOthers : 0);
  }

  function startBeside(): void {
    waitsNoLonger = undefined;
    if (!isPlanned && waiting.length > 0 && callsUnderWay < concurrency) start();
  }

  function startAfter(turns: number): void {
    setImmediate(() => {
      if (turns > 0 && waiting.length < batchSize) startAfter(turns - 1);
      else start();
    });
  }

  function start(): void {
    isPlanned = false;
    clearTimeout(waitsNoLonger);
    waitsNoLonger = undefined;
    wasShared = waiting.length > 1;
    // Shared out among the free calls, as many as have batchSize: while the database is at one half, the other
    // half is answered.
    const calls = Math.min(concurrency - callsUnderWay, Math.floor(waiting.length / batchSize));
    const share = Math.ceil(waiting.length / Math.max(1, calls));
    callsUnderWay += 1;
    void settle(waiting.splice(0, Math.min(itemsACall, share))).finally(() => {
      callsUnderWay -= 1;
      plan();
    });
    plan();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      plan();
    });
}
