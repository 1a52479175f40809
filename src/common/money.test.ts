import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPesos, formatPesosAscii, parsePesos, toDecimal } from "./money.ts";

test("what is written on the wire reads back as the same amount", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999_999n }), (amount) => {
      expect(parsePesos(toDecimal(amount))).toBe(amount);
    }),
  );
});

test.each([
  "",
  "1.234",
  "-5",
  "+5",
  "1e3",
  "0x10",
  "1,000.00",
  "１２",
  "abc",
  "1.2.3",
  "NaN",
  " 5",
  "5 ",
  ".5",
  "5.",
  "1234567890123",
])("%j is not an amount", (text) => {
  expect(parsePesos(text)).toBeUndefined();
});

test("V02 people read pesos with the peso sign, separators and two decimals", () => {
  expect(formatPesos(125050n)).toBe("₱1,250.50");
  expect(formatPesos(-251000n)).toBe("−₱2,510.00");
  expect(formatPesos(99_999_999_999_999n)).toBe("₱999,999,999,999.99");
});

test("a text message writes PHP, which keeps it in the GSM alphabet", () => {
  expect(formatPesosAscii(251000n)).toBe("PHP 2,510.00");
});
