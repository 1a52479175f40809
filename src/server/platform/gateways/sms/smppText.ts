import smpp from "smpp";
import { gsmLength } from "#common/gsm.ts";

const GSM = 0x00;
const UCS2 = 0x08;
/** The header of a part of a longer text: its length, what it is, reference, how many, which. */
const HEADER_OCTETS = 6;
/** A message is 140 octets on the air: 160 letters of seven bits, or 70 of sixteen. */
const LIMITS = {
  [GSM]: { single: 160, part: 153 },
  [UCS2]: { single: 140, part: 140 - HEADER_OCTETS },
};

/** What the short_message of a submit_sm is, and how it is coded. */
export type Segment = { dataCoding: number; hasHeader: boolean; bytes: Buffer };

/**
 * A text as messages: one where it fits, else parts that the phone puts together (3GPP TS 23.040, 9.2.3.24.1)
 * under `reference`, 0 to 255. GSM 03.38 where all letters are in it, else UCS-2. No part begins or ends
 * within a letter.
 */
export function segmentsOf(text: string, reference: number): Segment[] {
  const dataCoding = gsmLength(text) === undefined ? UCS2 : GSM;
  const limit = LIMITS[dataCoding];
  const letters = Array.from(text, (letter) => encode(letter, dataCoding));
  const whole = Buffer.concat(letters);
  if (whole.length <= limit.single) return [{ dataCoding, hasHeader: false, bytes: whole }];
  const parts = pack(letters, limit.part);
  return parts.map((part, index) => ({
    dataCoding,
    hasHeader: true,
    bytes: Buffer.concat([
      Buffer.from([HEADER_OCTETS - 1, 0, 3, reference, parts.length, index + 1]),
      part,
    ]),
  }));
}

function encode(letter: string, dataCoding: number): Buffer {
  return dataCoding === GSM
    ? smpp.encodings.ASCII.encode(letter)
    : Buffer.from(letter, "utf16le").swap16();
}

function pack(letters: readonly Buffer[], limit: number): Buffer[] {
  const parts: Buffer[][] = [[]];
  let length = 0;
  for (const letter of letters) {
    if (length + letter.length > limit) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(letter);
    length += letter.length;
  }
  return parts.map((part) => Buffer.concat(part));
}

/** Type of number, numbering plan and digits or letters, as SMPP 3.4 (5.2.5, 5.2.6) wants them. */
export type Address = { ton: number; npi: number; address: string };

const INTERNATIONAL = { ton: 1, npi: 1 };
const NETWORK_SPECIFIC = { ton: 3, npi: 0 };
const ALPHANUMERIC = { ton: 5, npi: 0 };
const LONGEST_SHORT_CODE = 8;

/** '+639171234567' -> international; 'HELLO' -> a name; '21594' -> a short code of the network. */
export function addressOf(text: string): Address {
  if (text.startsWith("+")) return { ...INTERNATIONAL, address: text.slice(1) };
  if (!/^\d+$/.test(text)) return { ...ALPHANUMERIC, address: text };
  return {
    ...(text.length <= LONGEST_SHORT_CODE ? NETWORK_SPECIFIC : INTERNATIONAL),
    address: text,
  };
}

/** SMSCs refuse longer ones. */
const LONGEST_VALIDITY_SECONDS = 48 * 60 * 60;

/**
 * How long the SMSC may try (7.1.1.2, relative, so that its clock does not matter): 'YYMMDDhhmmss000R',
 * rounded down. Undefined when there is no time left.
 */
export function validityPeriod(validUntil: Date, now: Date): string | undefined {
  const seconds = Math.floor((validUntil.getTime() - now.getTime()) / 1000);
  if (seconds < 1) return undefined;
  const left = Math.min(seconds, LONGEST_VALIDITY_SECONDS);
  const two = (number: number) => String(Math.floor(number)).padStart(2, "0");
  const days = two(left / 86_400);
  return `0000${days}${two((left % 86_400) / 3600)}${two((left % 3600) / 60)}${two(left % 60)}000R`;
}
