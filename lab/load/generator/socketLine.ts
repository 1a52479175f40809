import { WebSocket } from "ws";

/** What is heard on a socket of the bank. */
export type Hears = {
  onOpen: () => void;
  onEvent: (name: string, content: unknown) => void;
  /** How it ended: what the server said, or what the network did. */
  onClose: (why: string) => void;
};

export type SocketLine = { close: () => void };

/**
 * One member's socket as the portal opens it: the handshake of WebSocket with the cookie, Engine.IO 4 and
 * Socket.IO 5 with the token, the pings answered. The client of Socket.IO itself would take fifty times the
 * memory, and thousands of them would be what is measured.
 */
export function openSocket(
  at: { port: number; cookie: string; token: string; guid: string; source: string },
  hears: Hears,
): SocketLine {
  const socket = new WebSocket(`ws://127.0.0.1:${at.port}/socket.io/?EIO=4&transport=websocket`, {
    origin: `http://127.0.0.1:${at.port}`,
    headers: { "X-Forwarded-For": at.source, Cookie: `sid=${at.cookie}` },
    perMessageDeflate: false,
    skipUTF8Validation: true,
  });
  let why = "the connection was closed";
  socket.on("error", ({ message }) => (why = message));
  socket.on("close", () => hears.onClose(why));
  socket.on("message", (data: Buffer) => hear(data.toString("utf8")));

  /** Engine.IO: 0 open, 1 close, 2 ping, 4 message; of Socket.IO: 40 connected, 42 event, 44 refused. */
  function hear(text: string): void {
    if (text === "2") socket.send("3");
    else if (text.startsWith("0")) socket.send(`40${JSON.stringify({ token: at.token })}`);
    else if (text.startsWith("40")) {
      socket.send(`42${JSON.stringify(["join", at.guid])}`);
      hears.onOpen();
    } else if (text.startsWith("42")) {
      const [name, content] = JSON.parse(text.slice(2)) as [string, unknown];
      hears.onEvent(name, content);
    } else if (text.startsWith("44") || text === "41" || text === "1") {
      why = text.slice(2) || "the server ended it";
      socket.terminate();
    }
  }
  return {
    close: () => {
      why = "";
      socket.close();
    },
  };
}
