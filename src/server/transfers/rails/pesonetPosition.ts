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

/** The list had nothing more at this moment. */
export async function noteChecked(db: Db | Tx, at: Date): Promise<void> {
  await sql`
    insert into rail_cursor (rail, position, moved_at, checked_at) values ('pesonet', '0', ${at}, ${at})
    on conflict (rail) do update set checked_at = greatest(rail_cursor.checked_at, excluded.checked_at)`.execute(
    db,
  );
}

/**
 * Whether the clearing house has nothing to say of a transfer that we do not know: its list was read to the end at
 * `from` or later, each file in it and each message is taken, and nobody has said that it is credited, if with
 * another amount or account.
 */
export async function isHouseSilent(db: Db, refNo: string, from: Date): Promise<boolean> {
  const { rows } = await sql`
    select from rail_cursor c
    where c.rail = 'pesonet' and c.checked_at >= ${from}
      and not exists (select from pesonet_file_left f where f.taken_at is null)
      and not exists (
        select from rail_message m
        where m.rail = 'pesonet' and m.direction = 'in' and m.outcome = 'received')
      and not exists (
        select from transfer_exception x
        where x.ref_no = ${refNo} and x.kind in ('wrong_amount', 'wrong_account')
          and x.resolved_at is null and x.detail ->> 'word' = 'credit')`.execute(db);
  return rows.length > 0;
}
