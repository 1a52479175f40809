import { sql } from "kysely";
import type { Centavos } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";

export type Opening = { membershipNo: string; amount: Centavos };

/** Writes down the ten largest opening balances that a run would book: where an error costs most. */
export async function noteLargestOpenings(tx: Tx, importId: bigint): Promise<void> {
  await sql`
    update member_import set largest_openings = (
      select coalesce(jsonb_agg(
        jsonb_build_object('membershipNo', t.membership_no, 'centavos', t.total::text)
        order by t.total desc, t.line), '[]')
      from (
        select r.line, r.membership_no, coalesce((r.content ->> 'capital')::bigint, 0)
          + coalesce((r.content ->> 'savings')::bigint, 0)
          + coalesce((r.content ->> 'storage')::bigint, 0) as total
        from member_import_row r where r.import_id = ${importId} and r.verdict = 'add'
        order by total desc, r.line limit 10
      ) t
      where t.total > 0
    )
    where id = ${importId}
  `.execute(tx);
}

/** They, as written down; in centavos. */
export function largestOpenings(stored: unknown): Opening[] {
  // Written by noteLargestOpenings in exactly this form.
  return (stored as { membershipNo: string; centavos: string }[]).map(
    ({ membershipNo, centavos }) => ({ membershipNo, amount: BigInt(centavos) }),
  );
}
