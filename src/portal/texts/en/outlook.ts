/** What comes and what was, beneath the dashboard's loans. */
export const outlook = {
  loading: "Reading what is coming",
  failed: "We could not read what is coming.",
  coming: "Coming in the next 30 days",
  nothing: "Nothing is coming",
  nothingMeaning: "Payments of the next 30 days will show here.",
  pastDue: (day: string) => `Past due since ${day}`,
  kinds: {
    past_due: "To be paid by you now",
    due: "To be paid by you",
    debit: "Taken by automatic debit",
    debit_rest: "Taken by automatic debit, unless your pay covers it",
    deduction: "Deducted from your pay",
    release: "Locked money that comes free",
    saving: "Put aside from your pay",
    transfer: "Scheduled transfer",
  },
  withLate: "Deducted from your pay; what is still past due then comes on top",
  to: (payee: string) => `to ${payee}`,
  after: (account: string, amount: string) => `Available in ${account} after it: ${amount}`,
  stays: (amount: string) => `${amount} of what comes stays in the contribution.`,
  short: (account: string, amount: string) => `${account} lacks ${amount}`,
  latest: "Latest movements",
  noMovements: "No movements yet",
  noMovementsMeaning: "Money in and out of your accounts will show here.",
  paidLoans: "Loans that are paid",
  paidOn: (day: string) => `Paid in full on ${day}`,
};

export type OutlookTexts = typeof outlook;
