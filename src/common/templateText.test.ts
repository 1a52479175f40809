import { expect, test } from "vitest";
import { fillTemplate, segmentsOf, templateProblems, type TemplateRules } from "./templateText.ts";

const rules: TemplateRules = {
  placeholders: ["code", "amount"],
  begins: "{code} ",
  ends: " Never share it.",
  isSms: true,
  longest: { code: "123456", amount: "PHP 999,999,999.99" },
};
const right = "{code} is your code to send {amount}. Never share it.";

test("S051 a right text has no problem", () => {
  expect(templateProblems(right, rules)).toEqual([]);
});

test.each([
  ["", ["empty", "missing", "missing", "begins", "ends"]],
  ["{code} is your code. Never share it.", ["missing"]],
  ["{code} {payee} {amount} Never share it.", ["unknown"]],
  ["Code {code} for {amount}. Never share it.", ["begins"]],
  ["{code} for {amount}. Share it.", ["ends"]],
  ["{code} for {amount} at bank.com now. Never share it.", ["link"]],
  ["{code} for {amount} ₱. Never share it.", ["letters"]],
  ["{code} for {amount} {. Never share it.", ["braces"]],
  [`{code} for {amount}${" x".repeat(80)}. Never share it.`, ["too_long"]],
])("S051 %j is refused for %j", (text, kinds) => {
  expect(templateProblems(text, rules).map(({ kind }) => kind)).toEqual(kinds);
});

test("values are filled in and never read as placeholders themselves", () => {
  expect(fillTemplate("{a} {b} {c}", { a: "{b}", b: "2" })).toBe("{b} 2 {c}");
});

test("a message has 160 places, its parts have 153", () => {
  expect([0, 160, 161, 306, 307].map(segmentsOf)).toEqual([1, 1, 2, 2, 3]);
});
