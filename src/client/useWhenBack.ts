import { useStore } from "#ui/store.ts";
import { useEffect, useEffectEvent } from "react";
import { online } from "./connection.ts";

/** Goes on by itself where something waits for the connection, as soon as there is one. */
export function useWhenBack(isWaiting: boolean, goOn: () => void): void {
  const isDue = useStore(online) && isWaiting;
  const go = useEffectEvent(goOn);
  useEffect(() => {
    if (isDue) go();
  }, [isDue]);
}
