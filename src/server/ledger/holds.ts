import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";
import { asAnswer } from "./postJournalEntry.ts";

/**
 * Places a hold on part of a member account's balance; answers the hold's id. The same reference and reason on
 * one account is placed once. Throws Refusal insufficient_funds when too little is available.
 */
export async function placeHold(
  tx: Tx,
  hold: {
    accountId: bigint;
    amount: bigint;
    reference: string;
    reason: string;
    at: Date;
    expiresAt: Date;
  },
): Promise<bigint> {
  try {
    const { rows } = await sql<{ id: bigint }>`
      select ledger_place_hold(${hold.accountId}::bigint, ${hold.amount}::bigint, ${hold.reference},
        ${hold.reason}, ${hold.at}::timestamptz, ${hold.expiresAt}::timestamptz) as id`.execute(tx);
    const [placed] = rows;
    if (placed === undefined) throw new Error("ledger_place_hold answered nothing");
    return placed.id;
  } catch (error) {
    throw asAnswer(error);
  }
}

/** Releases a hold. False when the hold is unknown or was released before. */
export async function releaseHold(tx: Tx, holdId: bigint, at: Date): Promise<boolean> {
  const { rows } = await sql<{ released: boolean }>`
    select ledger_release_hold(${holdId}::bigint, ${at}::timestamptz) as released`.execute(tx);
  return rows[0]?.released === true;
}
