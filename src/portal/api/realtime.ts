import type { SocketEvents } from "#contract/notifications.ts";
import { browserNow } from "#ui/clock.ts";
import { makeStore } from "#ui/store.ts";
import type { Socket } from "socket.io-client";
import { socketOrigin } from "#client/settings.ts";
import { endSession, reasonForText } from "./sessionEnd.ts";
import { currentSession, sessionState } from "./sessionState.ts";
import type { EndReason } from "./endReason.ts";
import { hearTabs, type NotificationEvent, tellTabs } from "./tabChannel.ts";

type Sent = { join: (guid: string) => void };

/** What a refused handshake says of the session, by the refusal's code. */
const ENDINGS: Record<string, EndReason> = {
  other_device: "other_device",
  session_expired: "expired",
  session_of_old_password: "new_password",
  token_expired: "expired",
};
/** The library gives up where the server closed or refused; it may only have stopped for a moment. */
const TRY_AGAIN_MS = 3000;
/** The member has as many sockets as one may: other tabs, which tell this one what they hear. */
const TRY_WHEN_FULL_MS = 60_000;
const REMEMBERED_EVENTS = 100;
/** A first connection that came later than this leaves a gap behind what the page has read by then. */
const LATE_MS = 5000;

/** The last notification event; a new object for each. */
export const lastEvent = makeStore<NotificationEvent | undefined>(undefined);
/** Whether the server has let this tab in to its events. */
export const isListening = makeStore<boolean>(false);
/** Counts the times the server was heard again after a silence in which it may have sent events. */
export const silences = makeStore<number>(0);

/** Counts the times the server said that something all members see has changed. */
export const settingsChanges = makeStore<number>(0);

/** The ids of events: several tabs tell each other, and each counts once. */
let known: readonly string[] = [];

/**
 * Listens to the server's events while a session stands. They only say that something is new;
 * the data is fetched by calls. The answer hangs up.
 */
export function listenToServer(): () => void {
  let socket: Socket<SocketEvents, Sent> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const startedAt = browserNow();

  const tryAgain = (inMs: number) => {
    clearTimeout(timer);
    if (isOver) return;
    timer = setTimeout(() => {
      if (currentSession() !== undefined && socket?.active === false) socket.connect();
    }, inMs);
  };
  void import("socket.io-client").then(({ io }) => {
    if (isOver) return;
    socket = io(socketOrigin(), {
      path: "/socket.io",
      withCredentials: true,
      // The server takes nothing else: requests that belong together would reach different processes.
      transports: ["websocket"],
      // Asked anew at every connection: the token is replaced while a page is open.
      auth: (give) => give({ token: currentSession()?.token ?? "" }),
    });
    let isFirst = true;
    socket.on("connect", () => {
      isListening.set(true);
      socket?.emit("join", currentSession()?.guid ?? "");
      if (!isFirst || browserNow() - startedAt > LATE_MS) silences.set(silences.get() + 1);
      isFirst = false;
    });
    socket.on("notification", (event) => {
      hearNotification(event);
      tellTabs({ kind: "notification", event });
    });
    socket.on("settings", () => {
      hearSettings();
      tellTabs({ kind: "settings" });
    });
    socket.on("force-logout", ({ message, code }) =>
      endSession(ENDINGS[code] ?? reasonForText(message)),
    );
    socket.on("connect_error", (error) => {
      const code = refusalCode(error);
      const reason = ENDINGS[code];
      if (reason !== undefined) endSession(reason);
      else if (socket?.active === false)
        tryAgain(code === "too_many_requests" ? TRY_WHEN_FULL_MS : TRY_AGAIN_MS);
    });
    socket.on("disconnect", () => {
      isListening.set(false);
      if (socket?.active === false) tryAgain(TRY_AGAIN_MS);
    });
  });

  // A refused handshake is not tried again by the library; with a new token it may be right.
  const unsubscribe = sessionState.subscribe(() => {
    if (currentSession() !== undefined && socket?.active === false) socket.connect();
  });
  const deafen = hearTabs((message) => {
    if (message.kind === "notification") hearNotification(message.event);
    if (message.kind === "settings") hearSettings();
  });
  return () => {
    isOver = true;
    clearTimeout(timer);
    unsubscribe();
    deafen();
    socket?.disconnect();
  };
}

function hearSettings(): void {
  settingsChanges.set(settingsChanges.get() + 1);
}

function hearNotification(event: NotificationEvent): void {
  if (known.includes(event.id)) return;
  known = [...known, event.id].slice(-REMEMBERED_EVENTS);
  lastEvent.set({ ...event });
}

/** The code our server sends along with a refused handshake; "" when there was no answer. */
function refusalCode(error: Error): string {
  const data: unknown = "data" in error ? error.data : undefined;
  const code = typeof data === "object" && data !== null && "code" in data ? data.code : "";
  return typeof code === "string" ? code : "";
}
