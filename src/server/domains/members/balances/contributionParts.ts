import { sql } from "kysely";
import type { Centavos } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";

/** What of a capital contribution may not be taken out, at least: 1,000.00. */
const LEAST_FIXED = 1_000_00n;

/** What a deposit adds to each part of a capital contribution. */
export type ContributionParts = { fixed: Centavos; free: Centavos };

/**
 * Shares a deposit on a capital contribution: its fixed part is a tenth of the highest balance, rounded up, and
 * 1,000.00 at least (BSP Circular 789). It never falls, so that a tenth of the balance after the deposit is enough.
 * `fixed` and `free` are what the account has.
 */
export function contributionParts(
  { fixed, free }: ContributionParts,
  deposit: Centavos,
): ContributionParts {
  const total = fixed + free + deposit;
  const tenth = (total + 9n) / 10n;
  const wanted = tenth > LEAST_FIXED ? tenth : LEAST_FIXED;
  const missing = wanted > fixed ? wanted - fixed : 0n;
  const more = missing < deposit ? missing : deposit;
  return { fixed: more, free: deposit - more };
}

/** The parts that a capital contribution has now, locked in the books until the transaction ends. */
export async function lockContribution(
  tx: Tx,
  account: { ledger_account_id: bigint; fixed_ledger_account_id: bigint | null },
): Promise<ContributionParts> {
  const { ledger_account_id: freeId, fixed_ledger_account_id: fixedId } = account;
  if (fixedId === null) throw new Error("a capital contribution has two parts");
  await sql`select ledger_lock_accounts(${[freeId, fixedId]}::bigint[])`.execute(tx);
  const rows = await tx
    .selectFrom("ledger_account")
    .select(["id", "balance_centavos"])
    .where("id", "in", [freeId, fixedId])
    .execute();
  const balanceOf = (id: bigint) => rows.find((row) => row.id === id)?.balance_centavos ?? 0n;
  return { fixed: balanceOf(fixedId), free: balanceOf(freeId) };
}
