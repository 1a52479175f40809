import smpp, { type Pdu } from "smpp";
import type { TextReport } from "./smsGateway.ts";

/** Which kind of message a deliver_sm is (esm_class, 5.2.12). */
const KIND_OF_MESSAGE = 0x3c;
const RECEIPT = 0x04;

/** message_state (5.2.28) and the words of the receipt's text (appendix B). */
const STATES: Record<string | number, TextReport["state"]> = {
  1: "on_its_way",
  2: "delivered",
  3: "expired",
  4: "failed",
  5: "failed",
  6: "on_its_way",
  7: "on_its_way",
  8: "failed",
  ENROUTE: "on_its_way",
  DELIVRD: "delivered",
  EXPIRED: "expired",
  DELETED: "failed",
  UNDELIV: "failed",
  ACCEPTD: "on_its_way",
  UNKNOWN: "on_its_way",
  REJECTD: "failed",
};

/**
 * What a delivery receipt says; undefined for a message from a phone, or a receipt that cannot be read.
 * The fields of their own (receipted_message_id, message_state) go before the text
 * 'id:… sub:… dlvrd:… submit date:… done date:… stat:… err:… text:…', which each vendor writes a little
 * differently.
 */
export function readReceipt(pdu: Pdu): TextReport | undefined {
  const text = textOf(pdu["short_message"]) || textOf(pdu["message_payload"]);
  const named = pdu["receipted_message_id"];
  if (!isReceipt(pdu) && named === undefined) return undefined;
  const id = typeof named === "string" && named !== "" ? named : /\bid:\s*(\S+)/i.exec(text)?.[1];
  const word = /\bstat:\s*(\w+)/i.exec(text)?.[1]?.toUpperCase();
  const number = pdu["message_state"];
  const state = STATES[typeof number === "number" ? number : ""] ?? STATES[word ?? ""];
  const from = pdu["source_addr"];
  if (id === undefined || state === undefined || typeof from !== "string") return undefined;
  const error = /\berr:\s*(\w+)/i.exec(text)?.[1];
  const reason = [word, error !== undefined && `err ${error}`].filter(Boolean).join(" ");
  return {
    state,
    reason: state === "delivered" ? "" : reason,
    text: { gatewayIds: idForms(id), to: `+${from.replace(/^\+/, "")}` },
  };
}

function isReceipt(pdu: Pdu): boolean {
  const esmClass = pdu["esm_class"];
  return typeof esmClass === "number" && (esmClass & KIND_OF_MESSAGE) === RECEIPT;
}

/**
 * An SMSC may give the id in hexadecimal when it takes a text and in decimal in the receipt, or the other
 * way round, with or without leading zeros: as it came first, then the other forms.
 */
function idForms(id: string): string[] {
  const forms = [id, id.toLowerCase(), id.toUpperCase(), id.replace(/^0+(?=.)/, "")];
  if (/^\d{1,19}$/.test(id)) {
    const hex = BigInt(id).toString(16);
    forms.push(hex, hex.toUpperCase(), hex.padStart(8, "0"), hex.toUpperCase().padStart(8, "0"));
  }
  if (/^[0-9a-f]{1,16}$/i.test(id)) forms.push(BigInt(`0x${id}`).toString());
  return [...new Set(forms)];
}

/** The library decodes what it knows the coding of, and leaves the rest as octets. */
function textOf(field: unknown): string {
  if (Buffer.isBuffer(field)) return smpp.encodings.ASCII.decode(field);
  if (typeof field !== "object" || field === null || !("message" in field)) return "";
  const { message } = field;
  if (typeof message === "string") return message;
  return Buffer.isBuffer(message) ? message.toString("latin1") : "";
}
