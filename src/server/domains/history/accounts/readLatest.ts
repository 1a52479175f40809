import type { Movement } from "#contract/accounts.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { ownAccounts } from "./ownAccount.ts";
import { readMovements } from "./readMovements.ts";

/** The newest movements of all accounts of the caller's, the newest first, each with its account. */
export async function readLatest(
  app: App,
  caller: Caller,
  most: number,
): Promise<(Movement & { accountNumber: string; accountName: string })[]> {
  const accounts = await ownAccounts(app, caller);
  const pages = await Promise.all(
    accounts.map(async (account) => {
      const rows = await readMovements(app, account, {}, caller.language);
      const { accountNo: accountNumber, name: accountName } = account;
      return rows.map((row) => ({ ...row, accountNumber, accountName }));
    }),
  );
  return pages
    .flat()
    .toSorted(
      (a, b) => b.bookedAt.localeCompare(a.bookedAt) || (BigInt(a.id) < BigInt(b.id) ? 1 : -1),
    )
    .slice(0, most);
}
