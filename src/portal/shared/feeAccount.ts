import type { Account } from "#contract/members.ts";

/**
 * The account that a card's fee is taken from: the storage account when it covers the fee, else savings
 * (decisions.md, section 5). Undefined where neither does; the server decides when the fee is booked.
 */
export function feeAccount(accounts: readonly Account[], fee: bigint): string | undefined {
  const covers = (type: Account["type"]) =>
    accounts.find((one) => one.type === type && one.withdrawableBalance >= fee)?.name;
  return covers("storage") ?? covers("savings");
}
