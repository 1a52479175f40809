import { sql } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";

/** Up to where the clearing house's list was gone through; 0 before the first. */
export async function readPosition(db: Db | Tx): Promise<number> {
  const row = await db
    .selectFrom("rail_cursor")
    .select("position")
    .where("rail", "=", "pesonet")
    .executeTakeFirst();
  return Number(row?.position ?? "0");
}

/** Never back. */
export async function movePosition(db: Db | Tx, cursor: number, at: Date): Promise<void> {
  await sql`
    insert into rail_cursor (rail, position, moved_at) values ('pesonet', ${String(cursor)}, ${at})
    on conflict (rail) do update set position = excluded.position, moved_at = excluded.moved_at
      where rail_cursor.position::bigint < excluded.position::bigint`.execute(db);
}
