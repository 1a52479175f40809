import type { Handover } from "./smsGateway.ts";

/** Command status (SMPP 3.4, 5.1.3) by number, of those that are acted on. */
export const STATUS = {
  ok: 0x00,
  throttled: 0x58,
  queueFull: 0x14,
  /** What we answer when a receipt could not be kept: the SMSC sends it again. */
  temporaryError: 0x64,
} as const;

/** About this very text: asking again would not help. */
const FINAL: Record<number, string> = {
  0x01: "ESME_RINVMSGLEN",
  0x0b: "ESME_RINVDSTADR",
  0x50: "ESME_RINVDSTTON",
  0x51: "ESME_RINVDSTNPI",
  0x65: "ESME_RX_P_APPN",
  0x66: "ESME_RX_R_APPN",
};
const KNOWN: Record<number, string> = {
  0x03: "ESME_RINVCMDID",
  0x04: "ESME_RINVBNDSTS",
  0x05: "ESME_RALYBND",
  0x08: "ESME_RSYSERR",
  0x0a: "ESME_RINVSRCADR",
  0x0d: "ESME_RBINDFAIL",
  0x0e: "ESME_RINVPASWD",
  0x0f: "ESME_RINVSYSID",
  0x14: "ESME_RMSGQFUL",
  0x45: "ESME_RSUBMITFAIL",
  0x58: "ESME_RTHROTTLED",
  0x62: "ESME_RINVEXPIRY",
  0x64: "ESME_RX_T_APPN",
};

/** 'ESME_RTHROTTLED', or the number of what has no name here. */
export function statusName(status: number): string {
  return FINAL[status] ?? KNOWN[status] ?? `status 0x${status.toString(16)}`;
}

/**
 * What an error in answer to a submit_sm means: the SMSC has not taken the text. A few say that it never
 * will; anything else passes by itself or is mended by an operator (a sender that is not allowed).
 */
export function refusalOf(status: number): Extract<Handover, { kind: "refused" | "later" }> {
  return { kind: status in FINAL ? "refused" : "later", reason: statusName(status) };
}

/** The SMSC is asking us to slow down. */
export function isThrottling(status: number): boolean {
  return status === STATUS.throttled || status === STATUS.queueFull;
}
