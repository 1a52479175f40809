/** Elements of the rails' messages that hold an account's number, and every long run of digits in them. */
const ACCOUNT =
  /(<(?:\w+:)?(?:DbtrAcct|CdtrAcct|Acct)\b[\s\S]*?<\/(?:\w+:)?(?:DbtrAcct|CdtrAcct|Acct)>)/g;
const KEPT = 4;

/**
 * Masks the account numbers in a rail's message to their last digits: enough to tell which account is meant.
 */
export function maskAccounts(body: string): string {
  return body.replaceAll(ACCOUNT, (account) =>
    account.replaceAll(/\d{5,}/g, (digits) => `${"•".repeat(6)}${digits.slice(-KEPT)}`),
  );
}
