/** A withdrawal at a counter that waits for its member: a section of the page of safety, while there is one. */
export const cashAtCounter = {
  title: "Cash at the counter",
  asks: (amount: string, branch: string) => `${amount} in cash at ${branch}`,
  from: (account: string, time: string) => `From account ${account}. Open until ${time}.`,
  meaning:
    "Our teller entered this. Approve it only if you stand at that counter now; if not, refuse it.",
  approve: "Approve",
  refuse: "Refuse",
  approving: "Booking the withdrawal",
  approves: (amount: string, account: string, branch: string) =>
    `It approves ${amount} in cash from account ${account} at ${branch}.`,
  approved: (receiptNo: string) => `Approved. The teller pays it out. Receipt ${receiptNo}`,
  refused: "Refused. Nothing is paid out.",
  safe: "You did not ask for this? Freeze your account below, or call us.",
};
