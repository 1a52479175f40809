import type { CSSProperties } from "react";
import "./fitting.css";

/** In hundredths of the font's size, a little more than IBM Plex Sans SemiBold takes. */
const DIGIT = 61;
const SEPARATOR = 31;
const OTHER = 60;
/** The caret, behind the last figure. */
const CARET = 10;

/** How wide a text in a field is at the most, in sizes of its font. */
function widthOf(text: string): number {
  const hundredths = Array.from(text, (sign) => {
    if (/\d/.test(sign)) return DIGIT;
    return /[,. ]/.test(sign) ? SEPARATOR : OTHER;
  });
  return hundredths.reduce((sum, width) => sum + width, CARET) / 100;
}

/**
 * For the box of a field with `fits` (fitting.css): a figure or number is seen whole, however large the text and narrow
 * the screen, because its letters become as small as that takes. A figure that is cut is another figure.
 */
export const fitting = (...texts: readonly string[]): CSSProperties =>
  // A property of our own, which React's types do not know.
  ({ "--ems": Math.max(1, ...texts.map((text) => widthOf(text))) }) as CSSProperties;
