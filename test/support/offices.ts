import type { Db, Tx } from "#server/db/db.ts";

/** A branch with this number, unless there is one. */
export async function ensureOffice(db: Db | Tx, id: bigint): Promise<void> {
  await db
    .insertInto("office")
    .values({
      id,
      branch_name: `Branch ${id}`,
      line_1: "1 Test Street",
      barangay: "Socorro",
      municipality_city: "Quezon City",
      state_province: "Metro Manila",
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
