import net from "node:net";

/** An answer of the bank; status 0 is none, and `body` then says why. */
export type Answer = { status: number; head: string; body: string };
type Waiting = { bytes: Buffer; give: (answer: Answer) => void };

const ANSWERED_WITHIN_MS = 30_000;
/** Before the server closes an idle connection by itself, and a call is sent into it. */
const IDLE_MS = 20_000;
/** As many as a busy proxy would open; what comes on top waits, and its waiting counts. */
const MOST_CONNECTIONS = 400;

export type HttpLine = {
  send: (bytes: Buffer) => Promise<Answer>;
  /** Calls that wait for a free connection. */
  waiting: () => number;
  connections: () => number;
  close: () => void;
};

/**
 * Kept connections to one API process, each with one call at a time, as a reverse proxy keeps them. Reads
 * status, length and body and no more: what drives the load shares the processor with what is measured.
 */
export function openLine(port: number, most = MOST_CONNECTIONS): HttpLine {
  const idle: Connection[] = [];
  const queue: Waiting[] = [];
  const all = new Set<Connection>();
  let isClosed = false;

  const onFree = (connection: Connection) => {
    const next = queue.shift();
    if (next !== undefined) connection.send(next);
    else idle.push(connection);
  };
  const onGone = (connection: Connection) => {
    all.delete(connection);
    const place = idle.indexOf(connection);
    if (place >= 0) idle.splice(place, 1);
    const next = isClosed ? undefined : queue.shift();
    if (next !== undefined) open().send(next);
  };
  const open = () => {
    const made = connect(port, onFree, onGone);
    all.add(made);
    return made;
  };
  const sweep = setInterval(() => {
    const now = performance.now();
    // The one used last is taken first, so the first of the list are those that nobody needs.
    while (idle[0] !== undefined && now - idle[0].usedAt() > IDLE_MS) idle.shift()?.end();
  }, 1000);
  return {
    send: (bytes) =>
      new Promise((give) => {
        const free = idle.pop();
        if (free !== undefined) free.send({ bytes, give });
        else if (all.size < most) open().send({ bytes, give });
        else queue.push({ bytes, give });
      }),
    waiting: () => queue.length,
    connections: () => all.size,
    close: () => {
      isClosed = true;
      clearInterval(sweep);
      for (const connection of all) connection.end();
    },
  };
}

type Connection = { send: (call: Waiting) => void; usedAt: () => number; end: () => void };

function connect(
  port: number,
  onFree: (connection: Connection) => void,
  onGone: (connection: Connection) => void,
): Connection {
  const socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
  let current: Waiting | undefined;
  let usedAt = performance.now();
  let pending: Buffer = Buffer.alloc(0);

  const connection: Connection = {
    send: (call) => {
      current = call;
      usedAt = performance.now();
      socket.write(call.bytes);
    },
    usedAt: () => usedAt,
    end: () => socket.destroy(),
  };
  const finish = (answer: Answer) => {
    const { give } = current ?? {};
    current = undefined;
    give?.(answer);
  };
  socket.setTimeout(ANSWERED_WITHIN_MS, () => {
    if (current !== undefined) socket.destroy(new Error("no answer within 30 s"));
  });
  let why = "the connection was closed";
  socket.on("error", ({ message }) => (why = message));
  socket.on("close", () => {
    finish({ status: 0, head: "", body: why });
    onGone(connection);
  });
  socket.on("data", (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const read = readAnswer(pending);
    if (read === undefined || current === undefined) return;
    pending = pending.subarray(read.length);
    usedAt = performance.now();
    finish(read.answer);
    if (/^connection: close/im.test(read.answer.head)) socket.destroy();
    else onFree(connection);
  });
  return connection;
}

/** The first whole answer and its length in bytes; undefined while some of it is still to come. */
export function readAnswer(bytes: Buffer): { answer: Answer; length: number } | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const [, size = "0"] = /^content-length: (\d+)/im.exec(head) ?? [];
  const length = end + 4 + Number(size);
  if (bytes.length < length) return undefined;
  const status = Number(head.slice(9, 12));
  return { answer: { status, head, body: bytes.toString("utf8", end + 4, length) }, length };
}
