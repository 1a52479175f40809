import { expect, test } from "vitest";
import { wholeNumber } from "./numbers.ts";

test("a number that is none is not made one", () => {
  expect(wholeNumber(" 30 ")).toBe(30);
  for (const text of ["", "1.5", "1e1", "-3", "3 days"]) expect(wholeNumber(text)).toBe(text);
});
