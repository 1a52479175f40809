import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import smpp, { type Pdu, type Session } from "smpp";
import { makeClock } from "#sandbox/clock.ts";
import { currentFault, strike } from "#sandbox/faults.ts";
import type { FaultRecord } from "#sandbox/records.ts";
import { isSame } from "#sandbox/signatures.ts";
import type { World } from "#sandbox/world.ts";
import { gatewayIdOf, takeText } from "./phones.ts";

const SYSTEM_ERROR = 0x08;
const NO_SUCH_NUMBER = 0x0b;
const WRONG_PASSWORD = 0x0e;
const NOT_BOUND = 0x04;
const RECEIPT = 0x04;
const TICK_MS = 100;

export type SmppOptions = {
  port: number;
  host: string;
  systemId: string;
  password: string;
};

type Receipt = { session: Session; dueAt: number; fields: Record<string, unknown> };

const realNow = makeClock(undefined);

/**
 * The SMS gateway over SMPP 3.4: the same phones and the same faults. 'down' drops the connection, 'error'
 * and 'reject' are statuses of the answer.
 */
export async function startSmppListener(world: World, options: SmppOptions) {
  const receipts: Receipt[] = [];
  const bound = new WeakSet<Session>();
  const open = new Set<Session>();
  const server = smpp.createServer({}, (session) => {
    open.add(session);
    session.on("close", () => open.delete(session));
    session.on("error", () => session.destroy());
    session.on("pdu", (pdu: Pdu) => hear(session, pdu));
  });

  function hear(session: Session, pdu: Pdu): void {
    if (currentFault(world, "sms")?.mode === "down") {
      session.destroy();
      return;
    }
    switch (pdu.command) {
      case "bind_transceiver": {
        const isKnown =
          isSame(String(pdu["system_id"]), options.systemId) &&
          isSame(String(pdu["password"]), options.password);
        if (isKnown) bound.add(session);
        session.send(pdu.response({ command_status: isKnown ? 0 : WRONG_PASSWORD }));
        return;
      }
      case "submit_sm":
        if (bound.has(session)) submit(world, receipts, session, pdu);
        else session.send(pdu.response({ command_status: NOT_BOUND }));
        return;
      case "unbind":
        session.send(pdu.response());
        session.close();
        return;
      default:
        if (!pdu.isResponse()) session.send(pdu.response());
    }
  }

  const timer = setInterval(() => {
    const now = world.now().getTime();
    for (const receipt of receipts.filter(({ dueAt }) => dueAt <= now)) {
      receipts.splice(receipts.indexOf(receipt), 1);
      receipt.session.send(new smpp.PDU("deliver_sm", receipt.fields));
    }
  }, TICK_MS);

  server.listen(options.port, options.host);
  await once(server, "listening");
  // Listening on a port, so it is an address of the network.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async close(): Promise<void> {
      clearInterval(timer);
      for (const session of open) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers a submit the way the fault wants it. */
function submit(world: World, receipts: Receipt[], session: Session, pdu: Pdu): void {
  const fault = strike(world, "sms");
  const answer = (fields: Record<string, unknown>) => session.send(pdu.response(fields));
  const accept = () => answer({ message_id: take(world, receipts, { session, pdu, fault }) });
  const mode = fault?.mode ?? "ok";
  switch (mode) {
    case "error":
      answer({ command_status: SYSTEM_ERROR });
      return;
    case "reject":
      answer({ command_status: NO_SUCH_NUMBER });
      return;
    case "timeout":
      if (fault?.effect === "kept") take(world, receipts, { session, pdu, fault: undefined });
      return;
    case "slow":
      setTimeout(accept, fault?.delayMs).unref();
      return;
    case "ok":
    case "down":
    case "duplicate":
    case "late":
    case "out-of-order":
      accept();
  }
}

type Submitted = { session: Session; pdu: Pdu; fault: FaultRecord | undefined };

function take(world: World, receipts: Receipt[], { session, pdu, fault }: Submitted): string {
  const id = `smpp-${randomUUID()}`;
  const now = world.now().getTime();
  const validity = pdu["validity_period"];
  // The library counts a relative period from the real time.
  const leftMs = validity instanceof Date ? validity.getTime() - realNow().getTime() : Infinity;
  const text = { id, to: phoneOf(pdu), text: wordsOf(pdu), validUntil: now + leftMs };
  const arrivesAt = takeText(world, { ...text, isReportedByHttp: false }, fault);
  if (pdu["registered_delivery"] === 1) {
    const state = arrivesAt === undefined ? "EXPIRED" : "DELIVRD";
    const receipt = { session, dueAt: arrivesAt ?? now, fields: receiptOf(pdu, id, state) };
    receipts.push(receipt, ...(fault?.mode === "duplicate" ? [{ ...receipt }] : []));
  }
  return gatewayIdOf(id);
}

function phoneOf(pdu: Pdu): string {
  return `+${String(pdu["destination_addr"]).replace(/^\+/, "")}`;
}

/** The words as the library decoded them; a part of a longer text shows as a text of its own. */
function wordsOf(pdu: Pdu): string {
  const field = pdu["short_message"];
  const message =
    typeof field === "object" && field !== null && "message" in field ? field.message : "";
  return typeof message === "string" ? message : "(not text)";
}

function receiptOf(pdu: Pdu, id: string, stat: string): Record<string, unknown> {
  return {
    esm_class: RECEIPT,
    source_addr_ton: 1,
    source_addr_npi: 1,
    source_addr: pdu["destination_addr"],
    destination_addr: pdu["source_addr"],
    short_message: `id:${gatewayIdOf(id)} sub:001 dlvrd:001 submit date:0 done date:0 stat:${stat} err:000 text:`,
  };
}
