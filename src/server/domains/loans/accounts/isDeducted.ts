import type { Db, Tx } from "#server/db/db.ts";

/** Whether the member's employer is asked each month to deduct from the pay what falls due of loans (makePayrollFile.ts). */
export async function isDeducted(db: Db | Tx, memberId: bigint): Promise<boolean> {
  const { employer } = await db
    .selectFrom("member")
    .select("employer")
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  return employer !== "";
}
