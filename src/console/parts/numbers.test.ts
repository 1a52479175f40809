import { expect, test } from "vitest";
import { pesosText, wholeNumber } from "./numbers.ts";

test.each([
  ["₱1,250.50", "1250.50"],
  [" PHP 12,345,678 ", "12345678"],
  ["1.234", "1.234"],
  ["-5", "-5"],
  ["1,2", "1,2"],
  ["abc", "abc"],
])("an amount typed as %j goes out as %j", (typed, sent) => {
  expect(pesosText(typed)).toBe(sent);
});

test("a number that is none is not made one", () => {
  expect(wholeNumber(" 30 ")).toBe(30);
  for (const text of ["", "1.5", "1e1", "-3", "3 days"]) expect(wholeNumber(text)).toBe(text);
});
