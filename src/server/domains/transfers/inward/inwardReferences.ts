import { sql } from "kysely";
import type { Rail } from "#contract/transferKinds.ts";
import type { Db } from "#server/db/db.ts";

/** A transfer to us as a rail's statement names it. */
type Named = { refNo: string; senderBank: string | undefined };

/**
 * Our references of transfers to us, by what the rail calls them. What we never credited, or what could be
 * either of two, keeps the rail's name.
 */
export async function inwardReferences(
  db: Db,
  rail: Rail,
  named: readonly Named[],
): Promise<(one: Named) => string> {
  const { rows } = await sql<{ ref_no: string; sender_bank: string; tx_id: string }>`
    select ref_no, sender_bank, tx_id from inward_credit
    where rail = ${rail} and tx_id = any(${named.map(({ refNo }) => refNo)}::text[])`.execute(db);
  const byTxId = new Map<string, typeof rows>();
  for (const row of rows) byTxId.set(row.tx_id, [...(byTxId.get(row.tx_id) ?? []), row]);
  return ({ refNo, senderBank }) => {
    const found = (byTxId.get(refNo) ?? []).filter(
      (row) => (senderBank ?? row.sender_bank) === row.sender_bank,
    );
    const [only, another] = found;
    return only === undefined || another !== undefined ? refNo : only.ref_no;
  };
}
