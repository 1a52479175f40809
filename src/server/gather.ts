export type Waiting<Item, Answer> = {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (why: unknown) => void;
};

export type Gathering<Item, Answer> = {
  /** How many calls may be under way; what comes meanwhile waits and goes together. */
  callsAtOnce: number;
  itemsACall: number;
  /** Answers each of the batch; never throws. Resolves when the next call may start. */
  settle: (batch: Waiting<Item, Answer>[]) => Promise<void>;
};

/**
 * Makes single questions of one moment into calls of several: a round trip, and for a write the
 * commit, are most of what one costs. A lone one waits for nothing.
 */
export function gather<Item, Answer>({
  callsAtOnce,
  itemsACall,
  settle,
}: Gathering<Item, Answer>): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let callsUnderWay = 0;
  let isPlanned = false;

  /** After the requests that have already arrived were read, so that they go together. */
  function plan(): void {
    if (isPlanned || waiting.length === 0 || callsUnderWay >= callsAtOnce) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      callsUnderWay += 1;
      void settle(waiting.splice(0, itemsACall)).finally(() => {
        callsUnderWay -= 1;
        plan();
      });
      plan();
    });
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      plan();
    });
}
