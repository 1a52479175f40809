import fc from "fast-check";

const SURROGATES = { first: 0xd800, count: 0x800 };
const CHARACTERS = 0x110000 - SURROGATES.count;

/** Any character there is. The library's own list of them takes seconds to make. */
const anyCharacter = fc.integer({ min: 0, max: CHARACTERS - 1 }).map(
  (place) => String.fromCodePoint(place < SURROGATES.first ? place : place + SURROGATES.count),
  (character) => placeOf(character),
);

function placeOf(character: unknown): number {
  const code = typeof character === "string" ? character.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== character)
    throw new Error("not one character");
  return code < SURROGATES.first ? code : code - SURROGATES.count;
}

/** A text of any characters, now and then one that means something to a program. */
export function anyText(maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: anyCharacter, maxLength });
}
