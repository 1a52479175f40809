import type { SocketEvents } from "#contract/notifications.ts";
import { makeStore } from "#ui/store.ts";
import type { Socket } from "socket.io-client";
import { socketOrigin } from "./settings.ts";
import { endSession } from "./sessionEnd.ts";
import { currentSession, sessionState } from "./sessionState.ts";

type Ring = Parameters<SocketEvents["notification"]>[0];
type Sent = { join: (guid: string) => void };

/** The last notification that rang; a new object for every ring. */
export const lastRing = makeStore<Ring | undefined>(undefined);

/**
 * Listens to the server's bell while a session stands. The bell only says that something is new;
 * the data is fetched by calls. The answer hangs up.
 */
export function listenToServer(): () => void {
  let socket: Socket<SocketEvents, Sent> | undefined;
  let isOver = false;

  void import("socket.io-client").then(({ io }) => {
    if (isOver) return;
    socket = io(socketOrigin(), {
      path: "/socket.io",
      withCredentials: true,
      // Asked anew at every connection: the token is replaced while a page is open.
      auth: (give) => give({ token: currentSession()?.token ?? "" }),
    });
    socket.on("connect", () => socket?.emit("join", currentSession()?.guid ?? ""));
    socket.on("notification", (event) => lastRing.set({ ...event }));
    socket.on("force-logout", () => endSession("other_device"));
  });

  // A refused handshake is not tried again by the library; with a new token it may be right.
  const unsubscribe = sessionState.subscribe(() => {
    if (currentSession() !== undefined && socket?.active === false) socket.connect();
  });
  return () => {
    isOver = true;
    unsubscribe();
    socket?.disconnect();
  };
}
