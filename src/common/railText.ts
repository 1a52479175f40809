/** What no decomposition takes apart. */
const LETTERS: Record<string, string> = {
  Æ: "AE",
  Œ: "OE",
  Ø: "O",
  Đ: "D",
  Ð: "D",
  Ł: "L",
  Þ: "TH",
  ẞ: "SS",
  Ħ: "H",
  Ŧ: "T",
  Ŋ: "NG",
  "’": "'",
  "‘": "'",
  ʼ: "'",
  ʻ: "'",
  "‐": "-",
  "–": "-",
  "—": "-",
};

/** Invisible, or changes how what stands around it is read: controls, direction marks, half characters. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;
/** What the rails carry (ISO 20022 as InstaPay and PESONet use it). */
const NOT_CARRIED = /[^A-Z0-9 .,'/()&+:?-]/g;
/** As long as a name is in a message. */
const LONGEST = 140;

/**
 * A name in the characters that the rails carry: 'José Peña' is 'JOSE PENA', signs they do not know are
 * blanks. Undefined for a name that cannot be said so: with letters of another script, with invisible
 * characters, or with no letter at all.
 */
export function railText(name: string): string | undefined {
  if (UNSEEN.test(name)) return undefined;
  const plain = Array.from(
    name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toUpperCase(),
    (character) => LETTERS[character] ?? character,
  ).join("");
  if (/[^A-Z0-9]/u.test(plain.replaceAll(/[^\p{L}\p{N}]/gu, ""))) return undefined;
  const carried = plain.replaceAll(NOT_CARRIED, " ").replaceAll(/ +/g, " ").trim();
  if (!/[A-Z0-9]/.test(carried)) return undefined;
  return carried.slice(0, LONGEST).trim();
}
