import { browserNow } from "#ui/clock.ts";
import { useEffect, useState } from "react";

/** Whole seconds left of `seconds`, and a way to start it anew. It survives a sleeping phone. */
export function useCountdown(seconds: number): {
  left: number;
  restart: (seconds: number) => void;
} {
  const [endsAt, setEndsAt] = useState(() => browserNow() + seconds * 1000);
  const [left, setLeft] = useState(seconds);

  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAt - browserNow()) / 1000)));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [endsAt]);

  return { left, restart: (again) => setEndsAt(browserNow() + again * 1000) };
}

/** 272 -> '4:32'. */
export function asMinutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
