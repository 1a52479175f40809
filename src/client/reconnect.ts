import { loadConfig } from "./config.ts";
import { online, reachable } from "./connection.ts";

const ASK_AGAIN_MS = 5000;

/** While the server cannot be reached, asks for it every few seconds. The answer stops it. */
export function watchConnection(): () => void {
  const onOffline = () => reachable(false);
  const ask = () => void loadConfig({ fresh: true });
  const timer = setInterval(() => {
    if (!online.get() && navigator.onLine) ask();
  }, ASK_AGAIN_MS);
  window.addEventListener("offline", onOffline);
  window.addEventListener("online", ask);
  return () => {
    clearInterval(timer);
    window.removeEventListener("offline", onOffline);
    window.removeEventListener("online", ask);
  };
}
