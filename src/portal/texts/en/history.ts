/** What the issuer calls the kinds of movements; a kind that is not here is shown as it came. */
type Kinds = Readonly<Record<string, string>>;

const kinds: Kinds = {};

export const history = {
  kinds,
  from: (description: string) => description,
  title: "Transaction History",
  lastDays: (from: string, to: string) => `Last 30 days: ${from} to ${to}`,
  reference: (refNo: string) => `REF: ${refNo}`,
  moneyIn: "Money in",
  moneyOut: "Money out",
  shown: "Shown on this page",
  transactions: "Transactions",
  older: "Older than 30 days? Ask member care for a statement.",
  end: "No more records to display",
  empty: "No data found",
  emptyMeaning: "No card transactions in the last 30 days.",
  loading: "Loading your transactions",
  loadingMore: "Loading more transactions",
  failed: "We could not load your transactions.",
  failedMeaning: (reference: string) =>
    `Your money is safe; only this screen failed. Ref ${reference}.`,
  moreFailed: "We could not load more.",
  loadMore: "Load more",
  downloaded: "Successfully Downloaded PDF",
};

export type HistoryTexts = typeof history;
