import { sql } from "kysely";
import { formatPesos } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { Refusal } from "#server/refusal.ts";

/** Tells the members whose accounts an entry of the staff moved: nobody's money moves in silence. */
export async function tellOwners(tx: Tx, entryId: bigint, at: Date): Promise<void> {
  const { rows } = await sql<{ member_id: bigint; account: string; moved: bigint }>`
    select o.member_id, o.account,
      sum(case when p.side = a.normal_side then p.amount_centavos else -p.amount_centavos end)::bigint as moved
    from posting p
    join ledger_account a on a.id = p.ledger_account_id
    join (
      select member_id, ledger_account_id, account_number as account from member_account
      union all
      select member_id, fixed_ledger_account_id, account_number from member_account
      union all
      select member_id, ledger_account_id, account_no from card
    ) o on o.ledger_account_id = a.id
    where p.journal_entry_id = ${entryId} and a.kind = 'member'
    group by o.member_id, o.account`.execute(tx);
  for (const { member_id: memberId, account, moved } of rows) {
    if (moved === 0n) continue;
    const kind = moved > 0n ? ("adjustment_in" as const) : ("adjustment_out" as const);
    const amount = formatPesos(moved > 0n ? moved : -moved);
    await notify(tx, { memberId, kind, params: { amount, account: account.slice(-4) }, at });
  }
}

/** The books' no, in words for staff: the account is not the caller's own. */
export function asStaffRefusal(error: unknown): unknown {
  return error instanceof Refusal && error.code === "insufficient_funds"
    ? new Refusal("member_funds_missing")
    : error;
}
