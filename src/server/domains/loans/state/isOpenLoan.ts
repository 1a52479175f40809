/** Whether a loan takes payments: it is neither paid nor written off nor replaced by another. */
export const isOpenLoan = ({ state }: { state: string }): boolean =>
  state === "active" || state === "past_due";
