import { prefixes, RAIL_KINDS } from "#contract/transferKinds.ts";
import { textsOf } from "./xml.ts";

/** No name of a transfer, file or message is longer: a UETR. */
const LONGEST = 36;
/** As ids of messages and a UETR are written. */
const WORDS = /[A-Za-z0-9-]{8,36}/g;
/** As we name transfers and files, also within a longer word. */
const OURS = new RegExp(`${prefixes(RAIL_KINDS)}\\d{6}-\\d{10}|PB\\d{8}-\\d-\\d{2}`, "g");

/**
 * Every name by which a message may identify a transfer or a file, even if we cannot read the message: every
 * text where it is well-formed, and every word of it whatever it is, in UTF-16 too.
 */
export function referencesIn(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString("utf8");
  // What is not printable stands between the letters of another encoding.
  const plain = text.replaceAll(/[^\x20-\x7e\s]/g, "");
  const words = [WORDS, OURS].flatMap((form) => plain.match(form) ?? []);
  return [...new Set([...textsOf(text), ...words])].filter(
    (one) => one.length >= 2 && one.length <= LONGEST,
  );
}
