import { expect, test } from "vitest";
import { paidLately, payingFrom } from "./payment.ts";

const accounts = [
  { accountNumber: "savings", available: 100_00n },
  { accountNumber: "empty", available: 0n },
  { accountNumber: "contribution", available: 9_000_00n },
];

test.each([
  ["the first that has the amount", 4_442_44n, "contribution"],
  ["the first where several have it", 100_00n, "savings"],
  ["the first that has something where none has it", 10_000_00n, "savings"],
  ["the first that has something while no amount is known", undefined, "savings"],
])("S322 a loan is paid from %s", (_, amount, account) => {
  expect(payingFrom(accounts, amount)).toBe(account);
});

test("S322 an account without money is chosen where there is no other", () => {
  expect(payingFrom(accounts.slice(1, 2), 1n)).toBe("empty");
  expect(payingFrom([], 1n)).toBe("");
});

test("S305 of the payments the newest that was made online within a day is told", () => {
  const at = (source: string, bookedAt: string) => ({ source, bookedAt });
  const payments = [
    at("payroll", "2026-11-21T03:00:00Z"),
    at("online", "2026-11-21T02:00:00Z"),
    at("online", "2026-11-21T01:00:00Z"),
  ];
  expect(paidLately(payments, new Date("2026-11-22T01:59:59Z"))).toBe(payments[1]);
  expect(paidLately(payments, new Date("2026-11-22T02:00:00Z"))).toBeUndefined();
  expect(paidLately([], new Date("2026-11-22T02:00:00Z"))).toBeUndefined();
});
