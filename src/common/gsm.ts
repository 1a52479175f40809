/** The letters of one octet-and-a-bit that every phone shows (3GPP TS 23.038, basic table). */
const BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** These take two places. */
const EXTENDED = "\f^{}\\[~]|€";

/** Places in one text message. */
export const ONE_MESSAGE = 160;

/** Places a text takes in a message, or undefined when it has a letter that the alphabet lacks. */
export function gsmLength(text: string): number | undefined {
  let length = 0;
  for (const letter of text) {
    if (BASIC.includes(letter)) length += 1;
    else if (EXTENDED.includes(letter)) length += 2;
    else return undefined;
  }
  return length;
}

const SPELLED: Record<string, string> = {
  "₱": "PHP ",
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
  "…": "...",
  "\u00a0": " ",
};

/**
 * A text in plain Latin letters: one letter outside the alphabet would turn the whole message into
 * UCS-2, with 70 places for 160. 'Peña, ₱5' becomes 'Pena, PHP 5'; what has no such form becomes '?'.
 */
export function toGsm(text: string): string {
  const plain = text
    .replaceAll(/[₱‘’“”–—…\u00a0]/g, (letter) => SPELLED[letter] ?? letter)
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "");
  return plain.replaceAll(/./gsu, (letter) => (gsmLength(letter) === undefined ? "?" : letter));
}
