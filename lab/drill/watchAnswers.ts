/** What makes a change lasting: an explicit commit, or a function that is a transaction by itself. */
const COMMITS = /^\s*commit\b|\baccept_\w+\(/i;
const [PARSE, BIND, QUERY] = ["P", "B", "Q"];
const READY_FOR_QUERY = "Z";
const IDLE = "I";

/** One connection to PostgreSQL, as somebody in between reads it (protocol 3.0, without TLS). */
export type Watch = {
  /** Bytes of the client. */
  asked: (bytes: Buffer) => void;
  /** Bytes of the server; true when with them the server has said that something is committed. */
  answered: (bytes: Buffer) => boolean;
};

/**
 * Reads along, message by message, so that it is known which answer is the one to a commit. The client
 * sends such a statement and the answer ends with "ready for query", outside any transaction.
 */
export function watchAnswers(): Watch {
  const prepared = new Map<string, string>();
  const client = messageReader(true);
  const server = messageReader(false);
  let isCommitting = false;
  return {
    asked: (bytes) => {
      for (const { type, body } of client(bytes)) {
        if (type === PARSE) {
          const [name = "", text = ""] = body.toString("utf8").split("\0");
          prepared.set(name, text);
        } else if (type === BIND) {
          // The portal's name, then the statement's.
          const name = body.toString("latin1").split("\0")[1] ?? "";
          isCommitting ||= COMMITS.test(prepared.get(name) ?? "");
        } else if (type === QUERY) {
          isCommitting ||= COMMITS.test(body.toString("utf8"));
        }
      }
    },
    answered: (bytes) => {
      let isCommitted = false;
      for (const { type, body } of server(bytes)) {
        if (type !== READY_FOR_QUERY) continue;
        isCommitted ||= isCommitting && body.toString("latin1") === IDLE;
        isCommitting = false;
      }
      return isCommitted;
    },
  };
}

type Message = { type: string; body: Buffer };

/** Puts messages together from the pieces that arrive. The client's first one has no type. */
function messageReader(hasStartup: boolean): (bytes: Buffer) => Message[] {
  let rest: Buffer = Buffer.alloc(0);
  let isStartup = hasStartup;
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    const messages: Message[] = [];
    for (;;) {
      const head = isStartup ? 0 : 1;
      if (rest.length < head + 4) return messages;
      const end = head + rest.readInt32BE(head);
      if (rest.length < end) return messages;
      messages.push({
        type: isStartup ? "" : rest.toString("latin1", 0, 1),
        body: rest.subarray(head + 4, end),
      });
      isStartup = false;
      rest = rest.subarray(end);
    }
  };
}
