import type { Tx } from "#server/db/db.ts";

/** Whether new plastic took the place of this one: what is told of it late changes nothing, and is no riddle. */
export async function isReplaced(tx: Tx, token: string): Promise<boolean> {
  const replaced = await tx
    .selectFrom("replaced_plastic")
    .select("card_id")
    .where("token", "=", token)
    .executeTakeFirst();
  return replaced !== undefined;
}
