import { expect, test } from "vitest";
import { gsmLength, toGsm } from "./gsm.ts";

test.each([
  ["Peña", "Pena"],
  ["₱2,510.00", "PHP 2,510.00"],
  ["“Ano’ng code?”", '"Ano\'ng code?"'],
  ["a – b … c", "a - b ... c"],
  ["@host.example #123456", "@host.example #123456"],
  ["Ñ é Ü", "N e U"],
  ["\u{1f600}日", "??"],
])("%j goes out as %j", (text, sent) => {
  expect(toGsm(text)).toBe(sent);
});

test("the places a text takes: one, two for an extended letter, none outside the alphabet", () => {
  expect(gsmLength("a".repeat(160))).toBe(160);
  expect(gsmLength("[€]")).toBe(6);
  expect(gsmLength("₱")).toBeUndefined();
  expect(gsmLength("line\nline")).toBe(9);
});
