import type { DocumentName } from "#contract/documents.ts";

const ROMAN = [
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
] as const;

/** The terms count their sections I to XXIV, the privacy notice from 1. `index` is from 0, under 39. */
export function sectionNumber(name: DocumentName, index: number): string {
  if (name === "privacy") return String(index + 1);
  let rest = index + 1;
  let text = "";
  for (const [value, letters] of ROMAN) {
    while (rest >= value) {
      text += letters;
      rest -= value;
    }
  }
  return text;
}
