import { randomBytes } from "node:crypto";
import net from "node:net";

/** What is heard on a socket of the bank. */
export type Hears = {
  onOpen: () => void;
  onEvent: (name: string, content: unknown) => void;
  /** How it ended: what the server said, or what the network did. */
  onClose: (why: string) => void;
};

export type SocketLine = { close: () => void };

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

/**
 * One member's socket as the portal opens it: the handshake of WebSocket with the cookie, Engine.IO 4 and
 * Socket.IO 5 with the token, the pings answered. A whole client library would take fifty times the memory,
 * and thousands of them would be what is measured.
 */
export function openSocket(
  at: { port: number; cookie: string; token: string; guid: string; source: string },
  hears: Hears,
): SocketLine {
  const socket = net.connect({ port: at.port, host: "127.0.0.1", noDelay: true });
  let pending: Buffer = Buffer.alloc(0);
  let isUpgraded = false;
  let why = "the connection was closed";
  const say = (text: string) => socket.write(frame(TEXT, Buffer.from(text)));

  socket.on("connect", () => socket.write(handshake(at)));
  socket.on("error", ({ message }) => (why = message));
  socket.on("close", () => hears.onClose(why));
  socket.on("data", (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    if (!isUpgraded) {
      const end = pending.indexOf("\r\n\r\n");
      if (end < 0) return;
      const line = pending.toString("latin1", 0, pending.indexOf("\r\n"));
      if (!line.startsWith("HTTP/1.1 101")) {
        why = line;
        socket.destroy();
        return;
      }
      isUpgraded = true;
      pending = pending.subarray(end + 4);
    }
    for (let read = readFrame(pending); read !== undefined; read = readFrame(pending)) {
      pending = pending.subarray(read.length);
      if (read.kind === PING) socket.write(frame(PONG, read.content));
      if (read.kind === CLOSE) why = "the server closed the socket";
      if (read.kind === TEXT) hear(read.content.toString("utf8"));
    }
  });

  /** Engine.IO: 0 open, 1 close, 2 ping, 4 message; of Socket.IO: 40 connected, 42 event, 44 refused. */
  function hear(text: string): void {
    if (text === "2") say("3");
    else if (text.startsWith("0")) say(`40${JSON.stringify({ token: at.token })}`);
    else if (text.startsWith("40")) {
      say(`42${JSON.stringify(["join", at.guid])}`);
      hears.onOpen();
    } else if (text.startsWith("42")) {
      const [name, content] = JSON.parse(text.slice(2)) as [string, unknown];
      hears.onEvent(name, content);
    } else if (text.startsWith("44") || text === "41" || text === "1") {
      why = text.slice(2) || "the server ended it";
      socket.destroy();
    }
  }
  return {
    close: () => {
      why = "";
      socket.end(frame(CLOSE, Buffer.alloc(0)));
      socket.destroySoon();
    },
  };
}

function handshake({ port, cookie, source }: Parameters<typeof openSocket>[0]): string {
  return (
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
    `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
    `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n` +
    `Origin: http://127.0.0.1:${port}\r\nX-Forwarded-For: ${source}\r\nCookie: sid=${cookie}\r\n\r\n`
  );
}

/** A frame of a client, which is masked. What we say is short. */
export function frame(kind: number, content: Buffer): Buffer {
  const isLong = content.length > 125;
  const head = Buffer.alloc(isLong ? 8 : 6);
  head[0] = 0x80 | kind;
  head[1] = 0x80 | (isLong ? 126 : content.length);
  if (isLong) head.writeUInt16BE(content.length, 2);
  const mask = randomBytes(4);
  mask.copy(head, head.length - 4);
  const masked = Buffer.from(content.map((byte, place) => byte ^ (mask[place % 4] ?? 0)));
  return Buffer.concat([head, masked]);
}

/** The first whole frame of a server; undefined while some of it is still to come. */
export function readFrame(
  bytes: Buffer,
): { kind: number; content: Buffer; length: number } | undefined {
  if (bytes.length < 2) return undefined;
  const kind = (bytes[0] ?? 0) & 0x0f;
  const short = (bytes[1] ?? 0) & 0x7f;
  const start = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < start) return undefined;
  const size =
    short === 126
      ? bytes.readUInt16BE(2)
      : short === 127
        ? Number(bytes.readBigUInt64BE(2))
        : short;
  const length = start + size;
  if (bytes.length < length) return undefined;
  return { kind, content: bytes.subarray(start, length), length };
}
