/** What an entry is of, as people read it: 'CARD_TO_CARD account accept' for the recipe's step account_accept. */
export const operationName = ({ operation, step }: { operation: string; step: string }): string =>
  `${operation} ${step.replaceAll("_", " ")}`;
