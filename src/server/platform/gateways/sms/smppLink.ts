import type { Pdu } from "smpp";
import type { Random } from "#server/platform/base/random.ts";
import { within } from "./plans.ts";
import {
  type PendingAnswer,
  type Connection,
  type ConnectionOptions,
  openConnection,
} from "./smppConnection.ts";

export type LinkOptions = ConnectionOptions & {
  random: Random;
  onUp: (isUp: boolean) => void;
};

/** A connection to an SMSC that is made again whenever it is lost. */
export type SmppLink = {
  ask: (pdu: Pdu) => PendingAnswer;
  /** Whether it is bound, once an attempt under way has ended, or the time is over. */
  whenBound: (withinMs: number) => Promise<boolean>;
  /** Breaks the connection; a new one is made. */
  reset: () => void;
  /** Unbinds and connects no more. */
  stop: () => Promise<void>;
};

/** A connection that lasted so long was a good one: the next attempt starts with a short wait. */
const STEADY_MS = 10_000;
const SHORTEST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** So many attempts make the wait the longest. */
const MANY = 8;

/** Milliseconds until the next attempt after so many in a row: doubling, half of it left to chance. */
export function reconnectWait(attempts: number, random: Random): number {
  const longest = Math.min(SHORTEST_WAIT_MS * 2 ** Math.min(attempts - 1, MANY), LONGEST_WAIT_MS);
  return Math.round(longest * (0.5 + random.bytes(1).readUInt8() / 510));
}

/** Connects, and again whenever the connection is lost or refused, until stopped. */
export function openSmppLink(options: LinkOptions): SmppLink {
  const { after, log, onUp } = options;
  let connection: Connection | undefined;
  let isStopping = false;
  let attempts = 0;
  let callOff: () => void = () => undefined;

  function connect(): void {
    attempts += 1;
    const made = openConnection(options);
    connection = made;
    void made.bound.then((outcome) => {
      // Often a wrong password: asking again quickly would lock us out.
      if (outcome === "refused") attempts = Math.max(attempts, MANY);
      if (outcome !== "bound") return;
      onUp(true);
      callOff = after(STEADY_MS, () => (attempts = 0));
    });
    void made.ended.then(() => {
      connection = undefined;
      onUp(false);
      callOff();
      if (isStopping) return;
      const waitMs = reconnectWait(attempts, options.random);
      log.warn({ attempts, waitMs }, "not connected to the SMSC");
      callOff = after(waitMs, connect);
    });
  }

  connect();
  return {
    ask: (pdu) => connection?.ask(pdu) ?? { hasLeft: false, answer: Promise.resolve(undefined) },
    whenBound: async (withinMs) =>
      connection !== undefined && (await within(after, withinMs, connection.bound)) === "bound",
    reset: () => connection?.destroy(),
    async stop() {
      isStopping = true;
      callOff();
      const last = connection;
      if (last === undefined) return;
      last.unbind();
      await last.ended;
    },
  };
}
