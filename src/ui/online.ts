import { useSyncExternalStore } from "react";
import { makeStore } from "./store.ts";

/** Whether the server can be reached, by the browser's word and by the fate of our last call. */
export const online = makeStore<boolean>(typeof navigator === "undefined" || navigator.onLine);

let wasOffline = !online.get();
online.subscribe(() => {
  wasOffline ||= !online.get();
});

/** Whether the connection was lost since the document began: what was asked for meanwhile may still be missing. */
export const hasBeenOffline = (): boolean => wasOffline;

/** Whether anything can be had now: also where nobody makes calls, by the browser's word. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, () => true);
}

const isOnline = () => online.get() && navigator.onLine;

function subscribe(listener: () => void): () => void {
  const stop = online.subscribe(listener);
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    stop();
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}
