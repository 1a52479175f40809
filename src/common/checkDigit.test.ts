import fc from "fast-check";
import { expect, test } from "vitest";
import { hasValidCheckDigit, withCheckDigit } from "./checkDigit.ts";

test("the published test card number has a valid check digit", () => {
  expect(hasValidCheckDigit("4111111111111111")).toBe(true);
  expect(hasValidCheckDigit("4111111111111112")).toBe(false);
});

test("any single wrong digit is noticed", () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 3, maxLength: 18 });
  fc.assert(
    fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (list, place, change) => {
      const whole = Array.from(withCheckDigit(list.join("")));
      const at = place % whole.length;
      whole[at] = String((Number(whole[at]) + change) % 10);
      expect(hasValidCheckDigit(whole.join(""))).toBe(false);
    }),
  );
});
