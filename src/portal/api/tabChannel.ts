import type { SocketEvents } from "#contract/notifications.ts";
import type { EndReason } from "./endReason.ts";
import { countOtherTabs } from "./presence.ts";
import type { Identity } from "./keptSession.ts";

/** What the server says when there is a new notification. */
export type NotificationEvent = Parameters<SocketEvents["notification"]>[0];

/** What the tabs of one browser tell each other. A tab never hears its own message. */
export type TabMessage =
  | { kind: "active"; at: number; isCounted: boolean }
  | { kind: "who_is_active" }
  | { kind: "notification"; event: NotificationEvent }
  | { kind: "settings" }
  | { kind: "read_all"; guid: string }
  | { kind: "ended"; guid: string; reason: EndReason }
  | { kind: "token"; identity: Identity }
  | { kind: "who_is_signed_in"; ask: string }
  | { kind: "signed_in"; identity: Identity; ask?: string };

const channel = new BroadcastChannel("portal-tabs");

/** Tells the other tabs of this browser. */
export const tellTabs = (message: TabMessage): void => channel.postMessage(message);

/** Hears the other tabs; the answer stops listening. */
export function hearTabs(listener: (message: TabMessage) => void): () => void {
  // The only writer of this channel is tellTabs.
  const onMessage = (event: MessageEvent) => listener(event.data as TabMessage);
  channel.addEventListener("message", onMessage);
  return () => channel.removeEventListener("message", onMessage);
}

/** How long the other tabs may take to answer. */
export const TABS_ANSWER_WITHIN_MS = 300;
/** A tab that is there but busy is asked this often; one that sleeps will never answer. */
export const ASK_TIMES = 17;
/** While one is opening its session it answers as soon as it has done so; this often is a minute and a half. */
const ASK_TIMES_OPENING = 300;

/**
 * The session of another tab of this browser, if one answers with a wanted one. While a tab that has
 * a session is there and none has answered, they are asked again: up to five seconds, not counting
 * those in which one is still opening its own. On a slow phone that takes longer, and whoever signs
 * in meanwhile would end that session.
 */
export function askOtherTabs(
  isWanted: (identity: Identity) => boolean = () => true,
): Promise<Identity | undefined> {
  const ask = crypto.randomUUID();
  return new Promise((resolve) => {
    let isAnswered = false;
    let asked = 0;
    let askedOpening = 0;
    const finish = (identity: Identity | undefined) => {
      clearInterval(timer);
      deafen();
      resolve(identity);
    };
    const askThem = () => tellTabs({ kind: "who_is_signed_in", ask });
    const askAgain = async () => {
      const { all, opening } = await countOtherTabs();
      if (opening > 0) askedOpening += 1;
      else asked += 1;
      const isWorthIt = all > 0 && asked < ASK_TIMES && askedOpening < ASK_TIMES_OPENING;
      if (isWorthIt && !isAnswered) askThem();
      else finish(undefined);
    };
    const timer = setInterval(() => void askAgain(), TABS_ANSWER_WITHIN_MS);
    const deafen = hearTabs((message) => {
      if (message.kind !== "signed_in" || message.ask !== ask) return;
      isAnswered = true;
      if (isWanted(message.identity)) finish(message.identity);
    });
    askThem();
  });
}
