/** Does `work` so many milliseconds later; the answer calls it off. */
export type After = (milliseconds: number, work: () => void) => () => void;

/** By the timers of this process. */
export const afterTimeout: After = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
};

/** What is planned and can be called off all together. */
export type Plans = { add: After; clear: () => void };

/** Plans of one connection: none of them outlives it. */
export function makePlans(after: After): Plans {
  const planned = new Set<() => void>();
  return {
    add(milliseconds, work) {
      const callOff = after(milliseconds, () => {
        planned.delete(forget);
        work();
      });
      const forget = () => {
        callOff();
        planned.delete(forget);
      };
      planned.add(forget);
      return forget;
    },
    clear() {
      for (const forget of planned) forget();
    },
  };
}

/** What the work answers, or 'too late'; the work goes on then. */
export async function within<T>(
  after: After,
  milliseconds: number,
  work: Promise<T>,
): Promise<T | "too late"> {
  let callOff: () => void = () => undefined;
  const tooLate = new Promise<"too late">((resolve) => {
    callOff = after(milliseconds, () => resolve("too late"));
  });
  return Promise.race([work, tooLate]).finally(() => callOff());
}
