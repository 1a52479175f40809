import { sql } from "kysely";
import type { TransferSetup } from "#contract/transferSetup.ts";
import type { App } from "#server/platform/app.ts";

/**
 * More payees than a member has in years. One that is left out is paid all the same; only the warning
 * beforehand is missing.
 */
const MOST_KNOWN = 500;

/**
 * Until when new payees of this member must wait, and which payees are not new; null when there is no pause.
 */
export async function readPayeePause(
  app: App,
  { memberId, at }: { memberId: bigint; at: Date },
): Promise<TransferSetup["payeePause"]> {
  const { rows } = await sql<{ until: Date; bank_id: bigint | null; account: string | null }>`
    select m.paused_until as until, k.bank_id, k.account_number as account
    from member m left join lateral (
      select distinct k.bank_id, k.account_number from known_payees(m.id) k limit ${MOST_KNOWN}) k on true
    where m.id = ${memberId} and is_paused(m, ${at})`.execute(app.db);
  const [first] = rows;
  if (first === undefined) return null;
  return {
    endsAt: first.until.toISOString(),
    known: rows.flatMap(({ bank_id: bankId, account }) =>
      account === null
        ? []
        : [{ bankId: bankId === null ? null : String(bankId), accountNumber: account }],
    ),
  };
}
