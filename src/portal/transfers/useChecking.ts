import { useEffect, useRef, useState } from "react";
import type { Outcome } from "./submitOrder.ts";

const WAITS_MS = [2000, 3000, 5000, 8000, 15_000];

/**
 * Sends the same order again, with growing pauses, until its fate is known. `askNow` shortens a
 * pause. Whatever the outcome, it is told once.
 */
export function useChecking(
  send: () => Promise<Outcome>,
  onKnown: (outcome: Exclude<Outcome, { name: "open" }>) => void,
): { isAsking: boolean; askNow: () => void } {
  const [isAsking, setIsAsking] = useState(true);
  const wake = useRef<() => void>(() => undefined);
  const latest = useRef({ send, onKnown });

  useEffect(() => {
    let isOver = false;
    const run = async () => {
      for (let round = 0; !isOver; round += 1) {
        setIsAsking(true);
        const outcome = await latest.current.send();
        if (isOver) return;
        if (outcome.name !== "open") {
          latest.current.onKnown(outcome);
          return;
        }
        setIsAsking(false);
        await pause(WAITS_MS[round] ?? 15_000, wake);
      }
    };
    void run();
    return () => {
      // What is asked goes on to its end; its outcome is no longer told.
      isOver = true;
    };
  }, []);

  return { isAsking, askNow: () => wake.current() };
}

function pause(ms: number, wake: { current: () => void }): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    // oxlint-disable-next-line no-param-reassign -- the handle that ends the pause early
    wake.current = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}
