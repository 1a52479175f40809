import type { Identity } from "./sessionVault.ts";

/** Why a session ended, as far as the member is told. */
export type EndReason =
  | "logout"
  | "other_device"
  | "invalid_token"
  | "token_error"
  | "expired"
  | "forbidden"
  | "server_error"
  | "no_profile";

/** What the tabs of one browser tell each other. A tab never hears its own message. */
export type TabMessage =
  | { kind: "active"; at: number; isCounted: boolean }
  | { kind: "ended"; reason: EndReason }
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
