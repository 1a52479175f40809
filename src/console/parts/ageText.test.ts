import { expect, test } from "vitest";
import { ageText } from "./ageText.ts";

test.each([
  [0, "0 s"],
  [8.9, "8 s"],
  [61, "1 min"],
  [3_600, "1 h"],
  [3_661, "1 h 1 min"],
  [86_400 * 3 + 3_600 * 4 + 59, "3 d 4 h"],
])("%d seconds are %s", (seconds, text) => {
  expect(ageText(seconds)).toBe(text);
});
