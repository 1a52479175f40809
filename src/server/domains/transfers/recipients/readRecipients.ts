import { type SqlBool, sql } from "kysely";
import { MOST_RECIPIENTS, type Recipient } from "#contract/recipients.ts";
import type { PayeeKind } from "#contract/transferKinds.ts";
import type { Tx } from "#server/db/db.ts";

type Row = {
  id: string;
  kind: PayeeKind;
  bank_id: bigint | null;
  bank_name: string | null;
  account_number: string;
  account_name: string;
  nickname: string;
  last_used_at: Date;
};

/** The member's recipients, most recently paid first; only the one with the identifier, where one is given. */
export async function readRecipients(
  db: Pick<Tx, "getExecutor">,
  memberId: bigint,
  id?: string,
): Promise<Recipient[]> {
  const which = id === undefined ? sql<SqlBool>`true` : sql<SqlBool>`r.id = ${id}`;
  const { rows } = await sql<Row>`
    select r.id, r.kind, r.bank_id, b.bank_name, r.account_number, r.account_name, r.nickname,
      greatest(r.last_used_at, used.at) as last_used_at
    from saved_recipient r
    left join bank b on b.id = r.bank_id
    left join lateral (
      select max(t.accepted_at) as at
      from transfer t left join rail_transfer x on x.ref_no = t.ref_no
      where t.member_id = r.member_id and t.kind = r.kind
        and t.destination_account_number = r.account_number
        and x.bank_id is not distinct from r.bank_id
    ) used on true
    where r.member_id = ${memberId} and ${which}
    order by last_used_at desc, r.id
    limit ${MOST_RECIPIENTS}
  `.execute(db);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    bankId: row.bank_id === null ? null : String(row.bank_id),
    bankName: row.bank_name,
    accountNumber: row.account_number,
    accountName: row.account_name,
    nickname: row.nickname,
    lastUsedAt: row.last_used_at.toISOString(),
  }));
}
