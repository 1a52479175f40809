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
 * Whether the clearing house has nothing to say of a transfer that was handed in at `since` that we do not know: its
 * list was read to the end at `from` or later; each file in it and each message that came after `since` is taken, and
 * could be read and was about something we know, or stopped the clocks of those that it names, or a person has looked
 * at it; and nobody said that the transfer went to another account or with another amount.
 */
export async function isClearingHouseSilent(
  db: Db,
  { refNo, since, from }: { refNo: string; since: Date; from: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from rail_cursor c
    where c.rail = 'pesonet' and c.checked_at >= ${from}
      and not exists (
        select from pesonet_file_left f
        where f.taken_at is null and f.left_at >= ${since}
          and not exists (
            select from transfer_exception x
            where x.ref_no = f.name and x.kind = 'unreadable' and x.resolved_at is not null))
      and not exists (
        select from rail_message m
        where m.rail = 'pesonet' and m.direction = 'in' and m.outcome = 'received' and m.at >= ${since})
      and not exists (
        select from transfer_exception x
        where x.kind in ('unreadable', 'unknown_reference') and x.detail ->> 'via' = 'file'
          and x.resolved_at is null and x.at >= ${since}
          and (x.kind <> 'unreadable' or not exists (select from rail_transfer r where r.ref_no = x.ref_no)))
      and not exists (
        select from transfer_exception x
        where x.ref_no = ${refNo} and x.kind in ('wrong_amount', 'wrong_account') and x.resolved_at is null)
  `.execute(db);
  return rows.length > 0;
}

/**
 * Whether the switch has said nothing that may be about a transfer that was sent at `since` and that we do not know:
 * no message of it waits to be taken, and each that nobody could read names other transfers, whose clocks it stopped,
 * or a person has looked at it.
 */
export async function isSwitchSilent(
  db: Db,
  { refNo, since }: { refNo: string; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select where not exists (
        select from rail_message m
        where m.rail = 'instapay' and m.direction = 'in' and m.outcome = 'received' and m.at >= ${since}
          and (m.ref_no is null or m.ref_no = ${refNo} or m.type = 'unreadable'))
      and not exists (
        select from transfer_exception x
        where x.kind = 'unreadable' and x.detail ->> 'rail' = 'instapay' and x.resolved_at is null and x.at >= ${since}
          and not exists (select from rail_transfer r where r.ref_no = x.ref_no))
  `.execute(db);
  return rows.length > 0;
}
