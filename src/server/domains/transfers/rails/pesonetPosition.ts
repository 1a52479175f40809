import { sql } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";

/** The position up to which the clearing house's list was read; 0 before the first reading. */
export async function readPosition(db: Db | Tx): Promise<number> {
  const row = await db
    .selectFrom("rail_cursor")
    .select("position")
    .where("rail", "=", "pesonet")
    .executeTakeFirst();
  return Number(row?.position ?? "0");
}

/** The position never moves back. */
export async function movePosition(db: Db | Tx, cursor: number, at: Date): Promise<void> {
  await sql`
    insert into rail_cursor (rail, position, moved_at) values ('pesonet', ${String(cursor)}, ${at})
    on conflict (rail) do update set position = excluded.position, moved_at = excluded.moved_at
      where rail_cursor.position::bigint < excluded.position::bigint`.execute(db);
}

/** Records that the list was read to its end at this moment. */
export async function noteChecked(db: Db | Tx, at: Date): Promise<void> {
  await sql`
    insert into rail_cursor (rail, position, moved_at, checked_at) values ('pesonet', '0', ${at}, ${at})
    on conflict (rail) do update set checked_at = greatest(rail_cursor.checked_at, excluded.checked_at)`.execute(
    db,
  );
}

/**
 * Whether the clearing house has reported nothing about a transfer handed in at `since` that we do not know.
 * That is so when its list was read to the end at `from` or later; when each file in it and each message since
 * `since` was applied and could be read, or stopped the clocks of the transfers that it names, or was reviewed
 * by a person; and when nobody reported that the transfer went to another account or with another amount.
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
 * Whether the switch has reported nothing that may concern a transfer sent at `since` and that we do not know:
 * no message of it waits to be applied, and each message that is unreadable, or credits a reference that is not
 * ours, names other transfers, whose clocks it stopped, or was reviewed by a person.
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
      and not exists (
        select from transfer_exception x
        where x.kind = 'unknown_reference' and x.detail ->> 'rail' = 'instapay' and x.detail ->> 'status' = 'credit'
          and x.resolved_at is null and x.at >= ${since}
          and not exists (
            select from rail_message m join rail_transfer r on r.ref_no = m.ref_no
            where m.rail = 'instapay' and m.direction = 'in' and m.message_id = x.detail ->> 'source'))
  `.execute(db);
  return rows.length > 0;
}
