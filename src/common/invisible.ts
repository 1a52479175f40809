/**
 * Characters that show as nothing: soft hyphens, zero-width blanks and joiners, marks of direction (U+202A to
 * U+202E, U+2066 to U+2069), byte order marks, fillers, line and paragraph separators, and code points that
 * are no characters. They come along when something is copied from a page or a message, and they make two
 * texts differ that look the same.
 */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u2800]/u;
const ALL_INVISIBLE = new RegExp(INVISIBLE, "gu");

/** A picture of several parts: the joiners and selectors in it are what makes it one. */
const PICTURES =
  /\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*)*/gu;

/** Whether something in the text cannot be seen. Pictures such as a fire engine's driver are seen. */
export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text) && INVISIBLE.test(text.replaceAll(PICTURES, ""));
}

/** The text of a number or a code: without what cannot be seen. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(ALL_INVISIBLE, "");
}

/** More marks on one letter than any script has (UAX #15, Stream-Safe Text Format). */
const PILE_OF_MARKS = /\p{M}{31}/u;

/**
 * The text composed (NFC). One with a pile of marks stays as it is: sorting them takes the square of their number,
 * and anybody may send as many as a call has room for.
 */
export function composed(text: string): string {
  return PILE_OF_MARKS.test(text) ? text : text.normalize("NFC");
}

/**
 * Words that somebody outside gave us, as they may be stored and shown: composed (NFC), nothing invisible,
 * controls and blanks of any kind as single spaces.
 */
export function shownWords(text: string): string {
  return withoutInvisible(composed(text))
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
}

const BLANK = /[\p{Zs}\t\r\n]/u;

/**
 * Without the blanks around it, of any width. Not trim(), which takes along what cannot be seen, and no pattern,
 * which would look at each run of blanks once for every one of them.
 */
export function trimBlanks(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && BLANK.test(text.charAt(from))) from += 1;
  while (to > from && BLANK.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}
