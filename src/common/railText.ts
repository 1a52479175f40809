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
 * The signs of a name that the rails do not know and would leave out ('Ana 😀*' has '😀' and '*'), each once.
 * Empty for a name that goes out whole. Letters of other scripts are for railText to refuse.
 */
export function signsNotCarried(name: string): string[] {
  return [...new Set(name.normalize("NFC"))].filter((character) => {
    if (UNSEEN.test(character)) return false;
    const plain = plainOf(character);
    return !/^[\p{L}\p{N}\s]*$/u.test(plain) && plain.replaceAll(NOT_CARRIED, "") !== plain;
  });
}

/**
 * A name in the characters that the rails carry: 'José Peña' is 'JOSE PENA', signs they do not know are
 * blanks. Undefined for a name that cannot be said so: with letters of another script, with invisible
 * characters, or with no letter at all.
 */
export function railText(name: string): string | undefined {
  if (UNSEEN.test(name)) return undefined;
  const plain = plainOf(name);
  if (/[^A-Z0-9]/u.test(plain.replaceAll(/[^\p{L}\p{N}]/gu, ""))) return undefined;
  const carried = plain.replaceAll(NOT_CARRIED, " ").replaceAll(/ +/g, " ").trim();
  if (!/[A-Z0-9]/.test(carried)) return undefined;
  return carried.slice(0, LONGEST).trim();
}

/** Undefined where the name goes out as it is written, but for capitals; else what goes out: 'JOSE PENA'. */
export function carriedOtherwise(name: string): string | undefined {
  const carried = railText(name);
  return carried === name.normalize("NFC").trim().toUpperCase() ? undefined : carried;
}

/** How long a name is in the rails' letters: some of ours are two of theirs. */
export function railLength(name: string): number {
  return plainOf(name).replaceAll(/\s+/g, " ").trim().length;
}

/** In capitals, without marks, and with what no decomposition takes apart. */
function plainOf(text: string): string {
  return Array.from(
    text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toUpperCase(),
    (character) => LETTERS[character] ?? character,
  ).join("");
}
