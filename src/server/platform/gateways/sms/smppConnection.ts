import smpp, { type Pdu, type Session } from "smpp";
import type { Log } from "#server/platform/base/log.ts";
import { STATUS, statusName } from "./smppStatus.ts";
import { type After, makePlans, type Plans } from "./plans.ts";

export type ConnectionOptions = {
  host: string;
  port: number;
  tls: boolean;
  ca: Buffer | undefined;
  systemId: string;
  password: string;
  systemType: string;
  /** How long connecting with binding, and the answer to a keep-alive, may take. */
  timeoutMs: number;
  after: After;
  log: Log;
  /** A message for us. The answer is the status it is acknowledged with. */
  onMessage: (pdu: Pdu) => Promise<number>;
};

/** A request that was written: whether it left, and the answer; undefined when none can arrive any more. */
export type PendingAnswer = { hasLeft: boolean; answer: Promise<Pdu | undefined> };

/** One connection to an SMSC, from connecting to its end. */
export type Connection = {
  ask: (pdu: Pdu) => PendingAnswer;
  /** Ends it at once. */
  destroy: () => void;
  /** Unbinds first. */
  unbind: () => void;
  /** Whether it is bound; false when it has ended before that. */
  bound: Promise<"bound" | "refused" | "lost">;
  ended: Promise<void>;
};

const KEEP_ALIVE_MS = 30_000;
const GOODBYE_MS = 1_000;

/**
 * Connects and binds as transceiver. The SMSC's keep-alives and goodbyes are answered; a keep-alive of
 * ours that is not answered ends the connection.
 */
export function openConnection(options: ConnectionOptions): Connection {
  const { host, port, tls, ca, log, timeoutMs } = options;
  const plans = makePlans(options.after);
  const session = smpp.connect({ host, port, tls, ca, noDelay: true });
  const destroy = () => session.destroy();
  const { ask, lose } = makeAsker(session);

  const ended = new Promise<void>((resolve) => {
    session.on("error", (error: NodeJS.ErrnoException) => {
      log.warn({ code: error.code ?? error.name }, "the connection to the SMSC failed");
      destroy();
    });
    session.once("close", () => {
      plans.clear();
      lose();
      resolve();
    });
  });
  session.on("pdu", (pdu: Pdu) => {
    // An exception here would end the process: the library calls us from the socket.
    answerPdu(session, pdu, options.onMessage).catch((error: unknown) => {
      log.warn({ err: error, command: pdu.command }, "what the SMSC sent could not be dealt with");
      destroy();
    });
  });

  async function bind(): Promise<"bound" | "refused" | "lost"> {
    const callOff = plans.add(timeoutMs, destroy);
    await Promise.race([once(session, tls ? "secureConnect" : "connect"), ended]);
    const { answer } = ask(bindOf(options));
    const status = (await answer)?.command_status;
    callOff();
    if (status === undefined) return "lost";
    if (status !== STATUS.ok) {
      log.error({ status: statusName(status) }, "the SMSC refuses the bind");
      destroy();
      return "refused";
    }
    log.info("bound to the SMSC");
    keepAlive(plans, { ask, destroy, timeoutMs });
    return "bound";
  }

  return {
    ask,
    destroy,
    unbind() {
      plans.add(GOODBYE_MS, destroy);
      void ask(new smpp.PDU("unbind")).answer.then(destroy);
    },
    bound: bind(),
    ended,
  };
}

function bindOf({ systemId, password, systemType }: ConnectionOptions): Pdu {
  return new smpp.PDU("bind_transceiver", {
    system_id: systemId,
    password,
    system_type: systemType,
    interface_version: 0x34,
  });
}

function makeAsker(session: Session): { ask: Connection["ask"]; lose: () => void } {
  const waiting = new Set<(answer: Pdu | undefined) => void>();
  return {
    ask(pdu) {
      let settle: (answer: Pdu | undefined) => void = () => undefined;
      const answer = new Promise<Pdu | undefined>((resolve) => (settle = resolve));
      const hasLeft = session.send(pdu, (response) => {
        waiting.delete(settle);
        settle(response);
      });
      if (hasLeft) waiting.add(settle);
      else settle(undefined);
      return { hasLeft, answer };
    },
    lose() {
      for (const settle of waiting) settle(undefined);
      waiting.clear();
    },
  };
}

type Alive = { ask: Connection["ask"]; destroy: () => void; timeoutMs: number };

function keepAlive(plans: Plans, alive: Alive): void {
  plans.add(KEEP_ALIVE_MS, () => {
    const callOff = plans.add(alive.timeoutMs, alive.destroy);
    void alive.ask(new smpp.PDU("enquire_link")).answer.then((answer) => {
      callOff();
      if (answer !== undefined) keepAlive(plans, alive);
    });
  });
}

async function answerPdu(
  session: Session,
  pdu: Pdu,
  onMessage: ConnectionOptions["onMessage"],
): Promise<void> {
  switch (pdu.command) {
    case "deliver_sm":
    case "data_sm": {
      const command_status = await onMessage(pdu);
      session.send(pdu.response({ command_status }));
      return;
    }
    case "enquire_link":
      session.send(pdu.response());
      return;
    case "unbind":
      session.send(pdu.response());
      session.close();
      return;
    case "unknown":
      if (!pdu.isResponse()) session.send(pdu.response());
  }
}

function once(session: Session, event: string): Promise<void> {
  return new Promise((resolve) => session.once(event, () => resolve()));
}
