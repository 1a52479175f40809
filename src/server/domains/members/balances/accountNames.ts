import type { Account } from "#contract/members.ts";

/** What members call their accounts; account_name() in SQL says the same on receipts. */
export const accountNames: Record<Account["type"], string> = {
  me: "Capital Contribution",
  savings: "Savings Deposit",
  storage: "Cash Advance Storage Account",
};

/** The order on the screen. */
export const accountOrder: readonly Account["type"][] = ["me", "savings", "storage"];

/** The table's check allows exactly these products. */
export function accountType(product: string): Account["type"] {
  return product === "me" || product === "savings" ? product : "storage";
}
