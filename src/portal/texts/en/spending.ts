/** What went in and out of the card, month by month. */
export const spending = {
  title: "Month by Month",
  lead: "What went in and out of your card in the last 12 months. Your other accounts have movements of their own.",
  year: "The last 12 months",
  month: "Month",
  moneyOut: "Money out",
  moneyIn: "Money in",
  outIn: (month: string) => `Money out, ${month}`,
  inIn: (month: string) => `Money in, ${month}`,
  groups: {
    purchases: "Purchases",
    cash: "Cash from ATMs",
    sent: "Transfers",
    fees: "Fees",
    topUps: "From your accounts",
    received: "From others",
    returned: "Came back",
    other: "Other",
  },
  count: (count: number) => (count === 1 ? "1 transaction" : `${count} transactions`),
  none: "Nothing moved.",
  noneMeaning: "No card transactions in this month.",
  noCard: "What you do with your card will show here.",
  rows: (group: string, month: string) => `${group}, ${month}`,
  loading: "Adding up your months",
  failed: "We could not add up your months.",
  failedMeaning: (reference: string) =>
    `Your money is safe; only this screen failed. Ref ${reference}.`,
};

export type SpendingTexts = typeof spending;
