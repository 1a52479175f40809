import { readName } from "./personName.ts";
import { railText } from "./railText.ts";

/** A member's name as the books have it; each part may be empty. */
export type NameParts = {
  firstName: string;
  middleName: string;
  lastName: string;
  qualifier: string;
};

/** What fits on a line of a card (the track of ISO/IEC 7813 has 2 to 26 letters for the name). */
export const PRINTED_NAME_LENGTH = 26;
const SHORTEST = 2;
/** Shorter than these is no name that is somebody's. */
const BEGINNING = 3;
/** Written last among the given names, they are the beginning of the surname. */
const PARTICLES = new Set(
  "DE DEL DELA DELAS DELOS LA LAS LOS DA DAS DI DOS DU VAN VON DER DEN BIN BINTI BINT IBN".split(
    " ",
  ),
);

/**
 * The name on a member's card, in the letters that the rails carry too (railText): given names, surname and
 * suffix; the middle name is not printed. Where that is too long the given names become initials, the last of
 * them first; then the last initials go, then the suffix, and at last the given names. The surname
 * stays whole, with DE LA or VAN before it. Undefined where that cannot be: letters that cannot be written so,
 * or a surname that is too long by itself. The member says then how the name is to be printed.
 */
export function printedName({ firstName, lastName, qualifier }: NameParts): string | undefined {
  const given = wordsOf(firstName);
  const surname = wordsOf(lastName);
  const suffix = wordsOf(qualifier);
  if (given === undefined || surname === undefined || suffix === undefined) return undefined;
  // Who has one name only has it printed, whichever field it stands in.
  const [first, last] = surname.length === 0 ? [[], given] : withParticles(given, surname);
  if (last.length === 0) return undefined;
  const withSuffix = shortenings(first).map((names) => [...names, ...last, ...suffix]);
  const without = [...shortenings(first), []].map((names) => [...names, ...last]);
  return [...withSuffix, ...without]
    .map((words) => words.join(" "))
    .find((name) => name.length >= SHORTEST && name.length <= PRINTED_NAME_LENGTH);
}

/**
 * A name that a member chose for the card, as it is printed; undefined where it is too long, has other signs
 * than the machine's, or is not made of the member's own name. Each word is one of the member's, the beginning
 * of one or an initial, each used once; one at least is more than an initial. A part in letters that cannot be
 * folded stands for as many words as it has.
 */
export function chosenPrintedName(typed: string, parts: NameParts): string | undefined {
  const words = wordsOf(typed);
  if (words === undefined) return undefined;
  const name = words.join(" ");
  if (name.length < SHORTEST || name.length > PRINTED_NAME_LENGTH) return undefined;
  const own = [parts.firstName, parts.middleName, parts.lastName, parts.qualifier].flatMap(atoms);
  const free = own.filter((word) => word === undefined).length;
  const left = own.filter((word) => word !== undefined);
  let foreign = 0;
  const asked = name.split(/[ .'-]+/).filter((word) => word !== "");
  // The longest first: an initial must not take the word that a whole one needs.
  for (const word of asked.toSorted((one, other) => other.length - one.length)) {
    const at = left.findIndex((own_) => own_.startsWith(word));
    if (at < 0) foreign += 1;
    else left.splice(at, 1);
  }
  const isSomebodys = asked.some((word) => word.length >= BEGINNING) || asked.length === own.length;
  return foreign <= free && isSomebodys ? name : undefined;
}

/** Words as the machine prints them; undefined for letters that cannot be folded. */
function wordsOf(text: string): string[] | undefined {
  const bare = text.replaceAll(/\([^()]*\)/g, " ");
  // '.' or '-' stands in files where somebody has no such name.
  if (!/[\p{L}\p{N}]/u.test(bare)) return [];
  const read = readName(bare);
  const folded = railText("name" in read ? read.name : bare);
  if (folded === undefined) return undefined;
  return folded
    .replaceAll(/[^A-Z0-9 .'-]/g, " ")
    .split(" ")
    .filter((word) => /[A-Z0-9]/.test(word));
}

/** The parts of the words of a name, undefined for each that cannot be folded. */
function atoms(text: string): (string | undefined)[] {
  return text
    .split(/[\s.'’‐-]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => wordsOf(word)?.join("").replaceAll(/[.'-]/g, ""));
}

function withParticles(given: string[], surname: string[]): [string[], string[]] {
  let end = given.length;
  // The first is a name, whatever it looks like.
  while (end > 1 && PARTICLES.has(given[end - 1] ?? "")) end -= 1;
  return [given.slice(0, end), [...given.slice(end), ...surname]];
}

/** Whole; then with ever more initials from the last on; then with ever fewer of them. */
function shortenings(given: readonly string[]): string[][] {
  const initials = given.map((word) => /[A-Z0-9]/.exec(word)?.[0] ?? "");
  const some = given.map((_, index) => [
    ...given.slice(0, given.length - 1 - index),
    ...initials.slice(given.length - 1 - index),
  ]);
  const fewer = initials.map((_, index) => initials.slice(0, initials.length - index));
  return [[...given], ...some, ...fewer];
}
