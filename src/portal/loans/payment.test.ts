import { expect, test } from "vitest";
import { payingFrom } from "./payment.ts";

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
