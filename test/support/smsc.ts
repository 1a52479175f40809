import { readFileSync } from "node:fs";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import smpp, { type Pdu, type Session } from "smpp";
import { TEST_TLS } from "./tls.ts";

/**
 * How the SMSC treats a submit: it answers with a status, never, or when told
 * (`release`).
 */
export type Treatment =
  | { answer: number }
  | { answer: "none" }
  | { answer: "later"; status?: number };

export type SmscOptions = {
  isSecure?: boolean;
  password?: string;
};

/** A text that the SMSC took. */
export type SubmittedSms = { id: string; to: string; from: string; text: string; pdu: Pdu };

/** A real SMPP 3.4 server on this machine that keeps what it takes and misbehaves as told. */
export async function startSmsc({ isSecure = false, password = "sandbox" }: SmscOptions = {}) {
  const taken: SubmittedSms[] = [];
  const submits: Pdu[] = [];
  const binds: Pdu[] = [];
  const heard: string[] = [];
  const sessions = new Set<Session>();
  const held: (() => void)[] = [];
  let treat: (pdu: Pdu) => Treatment = () => ({ answer: 0 });
  let isKeepingAlive = true;

  const server = smpp.createServer(
    isSecure ? { key: readFileSync(TEST_TLS.key), cert: readFileSync(TEST_TLS.cert) } : {},
    (session) => {
      sessions.add(session);
      session.on("error", () => session.destroy());
      session.on("close", () => sessions.delete(session));
      session.on("pdu", (pdu: Pdu) => answer(session, pdu));
    },
  );

  function answer(session: Session, pdu: Pdu): void {
    heard.push(pdu.command);
    switch (pdu.command) {
      case "bind_transceiver": {
        binds.push(pdu);
        const isRight = pdu["password"] === password;
        session.send(pdu.response({ command_status: isRight ? 0 : 0x0e, system_id: "test" }));
        return;
      }
      case "submit_sm":
        submits.push(pdu);
        submit(session, pdu);
        return;
      case "enquire_link":
        if (isKeepingAlive) session.send(pdu.response());
        return;
      case "unbind":
        session.send(pdu.response());
        session.close();
    }
  }

  function submit(session: Session, pdu: Pdu): void {
    const treatment = treat(pdu);
    if (treatment.answer === "none") return;
    const isHeld = treatment.answer === "later";
    const status = treatment.answer === "later" ? (treatment.status ?? 0) : treatment.answer;
    const reply = take(session, pdu, status);
    if (isHeld) held.push(reply);
    else reply();
  }

  function take(session: Session, pdu: Pdu, status: number): () => void {
    if (status !== 0) return () => session.send(pdu.response({ command_status: status }));
    const id = String(taken.length + 1);
    // A text that the library decoded.
    const { message: text } = pdu["short_message"] as { message: string };
    const to = `+${String(pdu["destination_addr"])}`;
    taken.push({ id, to, from: String(pdu["source_addr"]), text, pdu });
    return () => session.send(pdu.response({ message_id: id }));
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  return {
    url: `${isSecure ? "ssmpp" : "smpp"}://127.0.0.1:${port}`,
    /** What it took, in order. */
    taken,
    submits,
    binds,
    /** The commands it got, in order. */
    heard,
    sessions,
    textsTo: (to: string) => taken.filter((text) => text.to === to).map(({ text }) => text),
    treatAs(how: (pdu: Pdu) => Treatment) {
      treat = how;
    },
    /** Answers what it took and has not answered. */
    release() {
      for (const reply of held.splice(0)) reply();
    },
    /** Sends a receipt, or anything else, to whoever is bound; answers with the acknowledgement's status. */
    async deliver(fields: Record<string, unknown>): Promise<number> {
      const [session] = sessions;
      if (session === undefined) throw new Error("nobody is bound");
      return new Promise((resolve) => {
        session.send(new smpp.PDU("deliver_sm", fields), (response) =>
          resolve(response.command_status),
        );
      });
    },
    stopKeepingAlive() {
      isKeepingAlive = false;
    },
    /** As when the machine restarts: all connections end, new ones are refused until `start`. */
    async stop(): Promise<void> {
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
    async start(): Promise<void> {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    },
  };
}
