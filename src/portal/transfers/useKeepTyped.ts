import { useEffect, useEffectEvent, useRef } from "react";
import { type Draft, forgetOrder, keepOrder } from "./order.ts";

type Writing = { next: (() => Promise<void>) | undefined; isBusy: boolean };

/**
 * What was typed survives a reload, a tab that the phone closes and a session that ran out: each change is
 * kept at once, and what is typed while one is being written follows it. A form that is emptied again
 * leaves nothing. `stop` drops what still waits: an order is made of it.
 */
export function useKeepTyped(draft: Draft): { stop: () => void } {
  const text = JSON.stringify(draft);
  const first = useRef(text);
  const writing = useRef<Writing>({ next: undefined, isBusy: false });

  const keep = useEffectEvent(() => {
    if (text === first.current) return;
    first.current = "";
    writing.current.next = () =>
      isAnyTyped(draft) ? keepOrder({ phase: "typed", draft }) : forgetOrder();
    if (!writing.current.isBusy) void writeAll(writing.current);
  });
  useEffect(() => keep(), [text]);

  return {
    stop: () => {
      writing.current.next = undefined;
    },
  };
}

/* oxlint-disable no-param-reassign -- one after the other, the newest last: `next` is whatever waits by then */
async function writeAll(writing: Writing): Promise<void> {
  writing.isBusy = true;
  for (let next = writing.next; next !== undefined; next = writing.next) {
    writing.next = undefined;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await next().catch(() => undefined);
  }
  writing.isBusy = false;
}
/* oxlint-enable no-param-reassign */

/** An account that the form chose by itself, or one of a list, is nothing typed. */
const isAnyTyped = ({ values }: Draft): boolean =>
  Object.entries(values).some(([name, text]) => name !== "source_account" && text !== "");
