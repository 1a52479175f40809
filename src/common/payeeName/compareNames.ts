import { nameParts, type NameParts } from "./nameParts.ts";

/** How a name that was typed stands to the one that its bank has. */
export type Likeness = "match" | "close" | "none";

/**
 * Compares two names of one person as Filipinos write them: Ma. and Maria, ñ and n, Jr. and Sr., surnames first
 * or last, two surnames with a hyphen or without, a middle name left out, particles together or apart. Either
 * may be the longer one: compareNames(a, b) is compareNames(b, a).
 */
export function compareNames(one: string, other: string): Likeness {
  const [a, b] = [nameParts(one), nameParts(other)];
  if (a.words.length === 0 || b.words.length === 0) return "none";
  const isSuffixSame = a.suffix === b.suffix;
  if (isSamePerson(a, b)) return isSuffixSame ? "match" : "close";
  return isNear(a, b) ? "close" : "none";
}

/** All words the same, or all of the shorter in the longer with the same given name and the same surname. */
function isSamePerson(a: NameParts, b: NameParts): boolean {
  const [short, long] = a.words.length <= b.words.length ? [a, b] : [b, a];
  if (short.words.length < 2) return short.words.join() === long.words.join();
  const left = leftOver(short.words, long.words, isSameOrInitial);
  if (left.short.length > 0 || left.full < 2) return false;
  if (left.long.length === 0) return true;
  return readings(short, long).some(
    ([first, second]) => first.given === second.given && first.surname === second.surname,
  );
}

/** The given name or the surname is the same and the rest nearly; or the surname, and the given name's initial. */
function isNear(a: NameParts, b: NameParts): boolean {
  const [short, long] = a.words.length <= b.words.length ? [a, b] : [b, a];
  const left = leftOver(short.words, long.words, isAlike);
  if (left.short.length === 0 && left.shared >= 2) return true;
  return readings(short, long).some(
    ([first, second]) =>
      isAlike(first.surname, second.surname) && isSameOrInitial(first.given, second.given),
  );
}

type Reading = { given: string; surname: string };

/**
 * The pairs of readings: surname last, or first. Not both surname first where no comma says so: then every name
 * would be read as its mirror.
 */
function readings(a: NameParts, b: NameParts): [Reading, Reading][] {
  const pairs = readingsOf(a).flatMap((first) =>
    readingsOf(b).map((second) => ({ first, second, guesses: first.guesses + second.guesses })),
  );
  return pairs.filter(({ guesses }) => guesses < 2).map(({ first, second }) => [first, second]);
}

function readingsOf({ words, surnameWords }: NameParts): (Reading & { guesses: number })[] {
  const [first = "", second = ""] = words;
  const last = words.at(-1) ?? "";
  if (surnameWords > 0) {
    const given = words[surnameWords] ?? "";
    return [{ given, surname: words[surnameWords - 1] ?? "", guesses: 0 }];
  }
  return [
    { given: first, surname: last, guesses: 0 },
    { given: second, surname: first, guesses: 1 },
  ];
}

/** Words of one found in the other, each once: what is left, how many are shared and how many of those in full. */
function leftOver(
  short: readonly string[],
  long: readonly string[],
  isSame: (one: string, other: string) => boolean,
) {
  const rest = [...long];
  const missing: string[] = [];
  let full = 0;
  // The same words first, so that an initial takes none of them.
  const inOrder = short.toSorted((x, y) => Number(rest.includes(y)) - Number(rest.includes(x)));
  for (const word of inOrder) {
    const exact = rest.indexOf(word);
    const place = exact >= 0 ? exact : rest.findIndex((other) => isSame(word, other));
    if (place < 0) missing.push(word);
    else {
      if (exact >= 0 && word.length > 1) full += 1;
      rest.splice(place, 1);
    }
  }
  return { short: missing, long: rest, full, shared: short.length - missing.length };
}

/** The same, or one is the other's initial. */
const isSameOrInitial = (one: string, other: string): boolean =>
  one === other ||
  (one.length === 1 && other.startsWith(one)) ||
  (other.length === 1 && one.startsWith(other));

/** The same but for a slip of the finger; of short words nothing is a slip. */
const isAlike = (one: string, other: string): boolean =>
  isSameOrInitial(one, other) ||
  (Math.min(one.length, other.length) >= 4 &&
    slips(one, other) <= (Math.min(one.length, other.length) >= 8 ? 2 : 1));

/** How many letters must be changed, added, left out or swapped with the next; 3 for three and more. */
function slips(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1];
      now.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (now[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [before, last] = [last, now];
  }
  return Math.min(last[other.length] ?? 3, 3);
}
