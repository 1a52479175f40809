/** Every address of the portal, in one place. */
export const paths = {
  login: "/login",
  signup: "/signup",
  forgot: "/forgot",
  forgotPassword: "/forgot-password",
  forgotUsername: "/forgot-username",
  terms: "/terms-and-conditions",
  privacy: "/privacy",
  dashboard: "/dashboard",
  applyForLoans: "/apply",
  updatePassword: "/update-password",
  transferFunds: "/transfer-funds",
  topUpCard: "/transfer-funds?to=own",
  transactionHistory: "/transaction-history",
  transactionDetails: "/transaction-details",
  cardSettings: "/card-settings",
} as const;

/** One transaction: the same page from a transfer, the history, a notification or a bookmark. */
export function transactionDetailsPath(refNo: string, tranDate: string): string {
  return `${paths.transactionDetails}/${encodeURIComponent(refNo)}/${tranDate}`;
}
