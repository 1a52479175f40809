import type { Read } from "./history.ts";

/** A balance, in centavos, that the bank's own call answered. */
export type BalanceRead = { account: string; from: number; to: number; balance: bigint };

/** One posting to an account, in the order of the account. */
export type Posted = { id: string; balanceAfter: bigint };

/**
 * What somebody has read of an account who saw this balance: all postings up to the one that left it. Only for
 * accounts that nothing but debits moved, on which each balance was there once. `first` is what was there
 * before all of them.
 */
export function readsOfBalances(
  looks: readonly BalanceRead[],
  accounts: ReadonlyMap<string, { first: bigint; postings: readonly Posted[] }>,
): { reads: Read[]; strange: string[] } {
  const reads: Read[] = [];
  const strange: string[] = [];
  looks.forEach(({ account, balance, from, to }, number) => {
    const kept = accounts.get(account);
    if (kept === undefined) return;
    const place = kept.postings.findIndex(({ balanceAfter }) => balanceAfter === balance);
    if (place < 0 && balance !== kept.first) {
      strange.push(`${account} was said to have ${balance} centavos`);
      return;
    }
    const seen = kept.postings.slice(0, place + 1).map(({ id }) => id);
    reads.push({ kind: "read", id: `look ${number}`, lists: { [account]: seen }, from, to });
  });
  return { reads, strange };
}
