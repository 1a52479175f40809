import { loadConfig } from "./config.ts";
import { online, reachable, unavailable } from "./connection.ts";
import { askStatus, outage } from "./outage.ts";

const ASK_AGAIN_MS = 5000;

/**
 * While the server cannot be reached, asks for it every few seconds; while it is there but can do nothing,
 * asks it for its status. The answer stops it.
 */
export function watchConnection(): () => void {
  const onOffline = () => reachable(false);
  const ask = () => void loadConfig({ fresh: true });
  const timer = setInterval(() => {
    if (!online.get() && navigator.onLine) ask();
    else if (outage.get()) void askStatus();
  }, ASK_AGAIN_MS);
  window.addEventListener("offline", onOffline);
  window.addEventListener("online", ask);
  const stop = unavailable.subscribe(() => {
    if (!outage.get()) void askStatus();
  });
  return () => {
    clearInterval(timer);
    stop();
    window.removeEventListener("offline", onOffline);
    window.removeEventListener("online", ask);
  };
}
