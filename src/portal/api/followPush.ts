import { checkPush } from "#contract/push.ts";
import { call } from "./call.ts";
import { currentSession } from "./sessionState.ts";
import { browserSubscription, subscribeBrowser } from "./pushing.ts";

/**
 * Tells the bank, for whoever has signed in, where this browser is pushed to: nothing of a member who used it before
 * comes here any more. Where the browser's address or the bank's key has changed, it subscribes anew. The answer stops
 * it. A browser without the permission has nothing to tell.
 */
export function followPush(): () => void {
  const onMessage = ({ data }: MessageEvent) => {
    if (data === "push changed") void lookHere();
  };
  const worker = "serviceWorker" in navigator ? navigator.serviceWorker : undefined;
  worker?.addEventListener("message", onMessage);
  void lookHere();
  return () => worker?.removeEventListener("message", onMessage);
}

async function lookHere(): Promise<void> {
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  const guid = currentSession()?.guid;
  if (guid === undefined) return;
  try {
    const subscription = await browserSubscription();
    const body = { endpoint: subscription?.endpoint ?? null };
    const answer = await call(checkPush, { params: { guid }, body });
    if (!answer.status || currentSession()?.guid !== guid) return;
    if (answer.result.state === "renew") await subscribeBrowser(guid);
    // It was another's, or was turned off elsewhere.
    if (answer.result.state === "off") await subscription?.unsubscribe();
  } catch {
    // The browser's own service is away: the texts go meanwhile.
  }
}
