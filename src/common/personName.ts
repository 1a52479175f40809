import { composed, hasInvisible, trimBlanks } from "./invisible.ts";

/** Why a text is not (a part of) a person's name. */
export type NameFault = "invisible" | "marks" | "no_letter" | "letters";

const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u02b9\u2032\u0060\u00b4\uff07]/gu;
const HYPHENS = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu;
const LETTERS = /^[\p{L}\p{M} .'-]*$/u;
/** '2nd', as some write what others write as 'II'. */
const ORDINAL = /^(?:1st|2nd|3rd|[4-9]th)$/iu;

/**
 * A person's name, or a part of it, in the one form in which it is kept: composed (NFC), blanks of any kind
 * as one space, apostrophes and hyphens as the keyboard has them. O’Hara is O'Hara, Ma`Luz Ma'Luz. An empty
 * text is no fault here.
 */
export function readName(text: string): { name: string } | { fault: NameFault } {
  const name = composed(text)
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(HYPHENS, "-")
    .replaceAll(/\p{Zs}+/gu, " ")
    // Not trim(), which takes byte order marks and lines' ends along.
    .replaceAll(/^ | $/g, "");
  if (hasInvisible(name)) return { fault: "invisible" };
  if (/[()[\]{}<>,;/\\|]/u.test(name)) return { fault: "marks" };
  if (!LETTERS.test(name)) return { fault: "letters" };
  if (name !== "" && !/\p{L}/u.test(name)) return { fault: "no_letter" };
  return { name };
}

/** What stands after a name: 'Jr.', 'III', '2nd'. */
export function readQualifier(text: string): { name: string } | { fault: NameFault } {
  const read = readName(text);
  const ordinal = trimBlanks(text);
  return "fault" in read && ORDINAL.test(ordinal) ? { name: ordinal } : read;
}
