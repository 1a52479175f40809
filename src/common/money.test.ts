import fc from "fast-check";
import { expect, test } from "vitest";
import {
  formatPesos,
  formatPesosAscii,
  parsePartnerPesos,
  parsePesos,
  plainPesos,
  toDecimal,
} from "./money.ts";

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
  "05",
  "0005.00",
  "00",
  "00.50",
  "01.00",
])("S156 %j is not an amount", (text) => {
  expect(parsePesos(text)).toBeUndefined();
});

test("S156 a zero stands in front of the point alone", () => {
  expect(["0", "0.50", "0.05", "10", "100.00"].map(parsePesos)).toEqual([
    0n,
    50n,
    5n,
    1000n,
    10000n,
  ]);
});

test.each([
  ["P1,000.00", "1000.00"],
  ["p 1,000.00", "1000.00"],
  ["₱1,000.00", "1000.00"],
  ["₱ 1000", "1000"],
  ["PHP 1,000.00", "1000.00"],
  ["Php1,250.50", "1250.50"],
  ["PHP\u00a012,345,678", "12345678"],
  [" 1,250.5 ", "1250.5"],
  ["1,000.", "1000."],
  ["1,000.00 PHP", "1000.00"],
  ["1,000.00PHP", "1000.00"],
  ["12,500 php", "12500"],
  ["1,000 pesos", "1000"],
  ["1 peso", "1"],
  ["250.50 ₱", "250.50"],
])("S156 %j is what people write for %j", (written, plain) => {
  expect(plainPesos(written)).toBe(plain);
});

test.each([
  "1.234",
  "-5",
  "1,2",
  "12,34",
  "1,0000",
  "abc",
  "PP5",
  "PHP PHP 5",
  "1 000",
  "USD 5",
  "5 USD",
  "5 P",
  "PHP 5 PHP",
  "PHP",
  "pesos",
  "0,005.00",
])("S156 %j is made no amount", (written) => {
  expect(parsePesos(plainPesos(written))).toBeUndefined();
});

test("a partner pads with zeros what it means all the same", () => {
  expect(["0005.00", "000.50", "137.25"].map(parsePartnerPesos)).toEqual([500n, 50n, 13725n]);
  expect(parsePartnerPesos("1,000.00")).toBeUndefined();
});

test("V02 people read pesos with the peso sign, separators and two decimals", () => {
  expect(formatPesos(125050n)).toBe("₱1,250.50");
  expect(formatPesos(-251000n)).toBe("−₱2,510.00");
  expect(formatPesos(99_999_999_999_999n)).toBe("₱999,999,999,999.99");
});

test("a text message writes PHP, which keeps it in the GSM alphabet", () => {
  expect(formatPesosAscii(251000n)).toBe("PHP 2,510.00");
});
