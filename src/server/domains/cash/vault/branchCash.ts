import type { Tx } from "#server/db/db.ts";
import { openAccount } from "#server/ledger/openAccount.ts";
import type { EntryLine } from "#server/ledger/postJournalEntry.ts";

/** Cash: each branch has an account of this code, of its vault and its drawers; that without a subledger is of no branch. */
export const CASH_CODE = "1010";

/** The lines with cash in the account of this branch. */
export async function atBranch(
  tx: Tx,
  lines: readonly EntryLine[],
  { officeId, at }: { officeId: bigint; at: Date },
): Promise<EntryLine[]> {
  const account = await branchCash(tx, { officeId, at });
  return lines.map((line) => (isCash(line) ? { ...line, account } : line));
}

export const branchCash = (tx: Tx, { officeId, at }: { officeId: bigint; at: Date }) =>
  openAccount(tx, { book: "ASSOC", code: CASH_CODE, subledger: String(officeId), at });

const isCash = ({ account }: EntryLine): boolean =>
  typeof account === "object" && account.book === "ASSOC" && account.code === CASH_CODE;
