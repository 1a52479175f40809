import { expect, test } from "vitest";
import type { LoanAccount } from "#contract/loans.ts";
import { isPaidFromPay } from "./paidFromPay.ts";

const loan = (of: {
  late?: bigint;
  next?: bigint;
  asked?: bigint;
}): Parameters<typeof isPaidFromPay>[0] => ({
  arrears: { total: of.late ?? 0n } as LoanAccount["arrears"],
  nextDue: of.next === undefined ? null : { dueOn: "2026-12-31", amount: of.next },
  deduction: of.asked === undefined ? null : { month: "2026-11", amount: of.asked },
});

test("S312 a deduction under way pays the next payment when it is as much, and what is past due first", () => {
  expect(isPaidFromPay(loan({ next: 100n, asked: 100n }))).toBe(true);
  expect(isPaidFromPay(loan({ next: 100n, asked: 99n }))).toBe(false);
  expect(isPaidFromPay(loan({ late: 100n, next: 100n, asked: 100n }))).toBe(true);
  expect(isPaidFromPay(loan({ late: 101n, next: 100n, asked: 100n }))).toBe(false);
});

test("S312 without a deduction, or with nothing to pay, nothing is paid from the pay", () => {
  expect(isPaidFromPay(loan({ next: 100n }))).toBe(false);
  expect(isPaidFromPay(loan({ asked: 100n }))).toBe(false);
});
