import { deviceNow } from "#client/clock.ts";
import { useEffect, useState } from "react";

/** Whole seconds until a moment (deviceNow), 0 from then on. It survives a sleeping phone. */
export function useSecondsUntil(moment: number): number {
  const [left, setLeft] = useState(() => secondsUntil(moment));
  useEffect(() => {
    const tick = () => setLeft(secondsUntil(moment));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [moment]);
  return left;
}

function secondsUntil(moment: number): number {
  return Math.max(0, Math.ceil((moment - deviceNow()) / 1000));
}

/** 272 -> '4:32'. */
export function asMinutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
