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
 * While a call is under way, so many make another worth its price. Fewer wait for its end and go together:
 * by their number and never by the time, so that the same questions are the same calls.
 */
const COMPANY = 8;

/**
 * Makes single questions of one moment into calls of several: a round trip, and for a write the
 * commit, are most of what one costs. While no call is under way nobody waits.
 */
export function gather<Item, Answer>({
  callsAtOnce,
  itemsACall,
  settle,
}: Gathering<Item, Answer>): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let callsUnderWay = 0;
  let isPlanned = false;

  function mayStart(): boolean {
    const worthACall = callsUnderWay === 0 ? 1 : COMPANY;
    return waiting.length >= worthACall && callsUnderWay < callsAtOnce;
  }

  /** After the requests that have already arrived were read, so that they go together. */
  function plan(): void {
    if (isPlanned || !mayStart()) return;
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
