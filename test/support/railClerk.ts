import type { Rail } from "#contract/transferKinds.ts";
import type { RailStatus } from "#server/domains/transfers/rails/railStates.ts";

/** Where every centavo of a transfer is (debits less credits by account), and what was queued for review. */
export type End = { shown: string; exceptions: string[]; accounts: Record<string, bigint> };

/** Of each rail: what it owes us or we it, and what is in process with it. */
const ACCOUNTS: Record<Rail, readonly [position: string, hold: string]> = {
  instapay: ["1520", "2520"],
  pesonet: ["1530", "2530"],
};

/**
 * The end as the books of a clerk would have it, who reads all words before writing anything: a return
 * undoes everything; else the first of credit and rejection decides, and a credit after the money went
 * back is owed to us.
 */
export function clerk(
  rail: Rail,
  statuses: readonly RailStatus[],
  { amount, fee }: { amount: bigint; fee: bigint },
): End {
  const first = (status: RailStatus) => statuses.indexOf(status);
  const isSaid = (status: RailStatus) => first(status) !== -1;
  const [position, hold] = ACCOUNTS[rail];
  const refusedFirst = isSaid("reject") && (!isSaid("credit") || first("reject") < first("credit"));
  const exceptions = [
    ...(isSaid("reject") && isSaid("credit")
      ? [refusedFirst ? "credited_after_return" : "refused_after_credit"]
      : []),
    ...(isSaid("reject") && isSaid("return") ? ["returned_again"] : []),
  ].toSorted();
  if (isSaid("return")) return { shown: "returned", exceptions, accounts: {} };
  if (refusedFirst) {
    const owed = isSaid("credit") ? { "1590": amount, [position]: -amount } : {};
    return { shown: "returned", exceptions, accounts: owed };
  }
  if (isSaid("credit")) {
    return {
      shown: "credited",
      exceptions,
      accounts: { "2510": amount + fee, [position]: -amount, "4510": -fee },
    };
  }
  return {
    shown: "under way",
    exceptions,
    accounts: { "2510": amount + fee, [hold]: -amount, "2550": -fee },
  };
}

/** Every order of these words; words that are there twice are not told apart. */
export function orders(statuses: readonly RailStatus[]): RailStatus[][] {
  if (statuses.length === 0) return [[]];
  return [...new Set(statuses)].flatMap((status) => {
    const at = statuses.indexOf(status);
    return orders(statuses.toSpliced(at, 1)).map((rest) => [status, ...rest]);
  });
}
