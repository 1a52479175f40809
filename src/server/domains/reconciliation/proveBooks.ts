import { sql } from "kysely";
import type { ProofLine } from "#contract/staff/reconciliation.ts";
import { kindsWhere } from "#contract/transferKinds.ts";
import type { App } from "#server/platform/app.ts";
import { controlFigures } from "#server/domains/ledgerDesk/controlFigures.ts";

const IN_TRANSIT = kindsWhere(({ isInTransit }) => isInTransit);

/**
 * Compares the figures that must agree inside our books: card balances with their control account, what one
 * book paid with what the other received, and top-ups in transit with the open transfers.
 */
export async function proveBooks(app: App): Promise<ProofLine[]> {
  // One snapshot: money that moves between two readings would look like a difference.
  return app.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      const figures = await controlFigures(tx);
      const { rows } = await sql<{ transfers: bigint; count: bigint }>`
        select coalesce(sum(amount_centavos + fee_centavos), 0)::bigint as transfers, count(*) as count
        from transfer where kind = any(${IN_TRANSIT}::text[]) and source_account_id is not null
          and next_inquiry_at is not null`.execute(tx);
      const [underWay = { transfers: 0n, count: 0n }] = rows;
      return [
        lineOf("card_balances", figures.cardBalances, figures.cardAccounts),
        lineOf("funding", figures.received, figures.paidOver),
        {
          ...lineOf("in_transit", figures.inTransit, underWay.transfers),
          compared: Number(underWay.count),
        },
      ];
    });
}

function lineOf(name: ProofLine["name"], ours: bigint, theirs: bigint): ProofLine {
  const isRight = ours === theirs;
  const differing = isRight ? 0 : 1;
  return { name, ours, theirs, explained: 0n, isRight, compared: 1, differing, accountTails: [] };
}
