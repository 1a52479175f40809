import type { Counts } from "#contract/staff/cashMoves.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/** What a count comes to. */
export const sumOf = (counts: Counts): bigint =>
  counts.reduce((sum, { denomination, pieces }) => sum + BigInt(denomination) * BigInt(pieces), 0n);

/** What the vault of a branch holds, which nobody changes until the transaction ends; undefined where it was never counted. */
export async function lockVault(tx: Tx, officeId: bigint): Promise<bigint | undefined> {
  const vault = await tx
    .selectFrom("cash_vault")
    .select("inside_centavos")
    .where("office_id", "=", officeId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return vault?.inside_centavos;
}

/** How often something moved in or out of a vault that the caller has locked. */
export async function movesOf(tx: Tx, officeId: bigint): Promise<bigint> {
  const { moves } = await tx
    .selectFrom("cash_vault")
    .select("moves")
    .where("office_id", "=", officeId)
    .executeTakeFirstOrThrow();
  return moves;
}

/** Puts so much into the vault, or below zero takes it out. Refuses cash_vault_missing and cash_vault_short. */
export async function moveInVault(tx: Tx, officeId: bigint, change: bigint): Promise<void> {
  const inside = await lockVault(tx, officeId);
  if (inside === undefined) {
    if (change === 0n) return;
    throw new Refusal(change < 0n ? "cash_vault_short" : "cash_vault_missing");
  }
  if (inside + change < 0n) throw new Refusal("cash_vault_short");
  await tx
    .updateTable("cash_vault")
    .set((is) => ({ inside_centavos: inside + change, moves: is("moves", "+", 1n) }))
    .where("office_id", "=", officeId)
    .execute();
}

/** Of what is asked for: refused early where the vault could not give it now. Refuses cash_vault_short. */
export async function requireInVault(tx: Tx, officeId: bigint, amount: bigint): Promise<void> {
  const inside = (await lockVault(tx, officeId)) ?? 0n;
  if (inside < amount) throw new Refusal("cash_vault_short");
}

export async function keepCount(tx: Tx, moveId: bigint, counts: Counts): Promise<void> {
  const rows = counts.filter(({ pieces }) => pieces > 0);
  if (rows.length === 0) return;
  await tx
    .insertInto("cash_count")
    .values(
      rows.map(({ denomination, pieces }) => ({
        move_id: moveId,
        denomination_centavos: denomination,
        pieces,
      })),
    )
    .execute();
}
