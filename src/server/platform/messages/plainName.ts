/** As much of a name that somebody else chose as a text message has room for. */
export const LONGEST_PLAIN_NAME = 30;

/** As long as a number that can be called; a store's own number is shorter. */
const CALLABLE = /[(]?\p{N}(?:[^\p{L}\p{N}]{0,3}\p{N}){6,}/gu;

/**
 * A merchant's or sender's name in which no phone sees a link to tap, or a number to call: no text of ours has
 * another.
 */
export function plainName(name: string): string {
  const plain = name
    .replaceAll(CALLABLE, " ")
    .replaceAll(/[^\p{L}\p{N}&'()-]+/gu, " ")
    .trim();
  return Array.from(plain).slice(0, LONGEST_PLAIN_NAME).join("").trim();
}
