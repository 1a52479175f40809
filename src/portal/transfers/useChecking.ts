import { deviceNow } from "#client/clock.ts";
import { online } from "#client/connection.ts";
import { useEffect, useRef, useState } from "react";
import type { Outcome } from "./submitOrder.ts";

const WAITS_MS = [2000, 3000, 5000, 8000];
const LONGEST_WAIT_MS = 15_000;
/** A connection that comes and goes many times a second asks no more often than that. */
const LEAST_WAIT_MS = 3000;

/**
 * Sends the same order again, with growing pauses, until its fate is known or `until` (deviceNow) is
 * past: then only when the connection comes back or at `askNow`, which also shortens a pause. Whatever the
 * outcome, it is told once.
 */
export function useChecking(
  send: () => Promise<Outcome>,
  until: number,
  onKnown: (outcome: Exclude<Outcome, { name: "open" }>) => void,
): { state: "asking" | "waiting" | "stopped"; askNow: () => void } {
  const [state, setState] = useState<"asking" | "waiting" | "stopped">("asking");
  const wake = useRef<() => void>(() => undefined);
  const latest = useRef({ send, onKnown, until });

  useEffect(() => {
    let isOver = false;
    let askedAt = 0;
    let waking: ReturnType<typeof setTimeout> | undefined;
    const run = async () => {
      for (let round = 0; !isOver; round += 1) {
        setState("asking");
        askedAt = deviceNow();
        const outcome = await latest.current.send();
        if (isOver) return;
        if (outcome.name !== "open") {
          latest.current.onKnown(outcome);
          return;
        }
        const left = latest.current.until - deviceNow();
        setState(left > 0 ? "waiting" : "stopped");
        await pause(
          left > 0 ? Math.min(WAITS_MS[round] ?? LONGEST_WAIT_MS, left) : undefined,
          wake,
        );
      }
    };
    const deafen = online.subscribe(() => {
      if (!online.get()) return;
      clearTimeout(waking);
      waking = setTimeout(() => wake.current(), Math.max(0, askedAt + LEAST_WAIT_MS - deviceNow()));
    });
    void run();
    return () => {
      // What is asked goes on to its end; its outcome is no longer told.
      isOver = true;
      clearTimeout(waking);
      deafen();
    };
  }, []);

  return { state, askNow: () => wake.current() };
}

/** Ends after `ms`, or, undefined, only when it is woken. */
function pause(ms: number | undefined, wake: { current: () => void }): Promise<void> {
  return new Promise((resolve) => {
    const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
    // oxlint-disable-next-line no-param-reassign -- the handle that ends the pause early
    wake.current = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}
