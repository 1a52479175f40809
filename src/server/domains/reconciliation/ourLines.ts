import { sql } from "kysely";
import type { ReconciliationSource } from "#contract/staff/reconciliation.ts";
import { byRail, RAILS } from "#contract/transferKinds.ts";
import type { Tx } from "#server/db/db.ts";
import type { Line } from "./matchLines.ts";

const wentOverRail = sql`exists (select from rail_transfer r where r.ref_no = e.reference)`;

const cameOverRail = sql`e.operation = 'INWARD_CREDIT'
  and exists (select from inward_credit i where i.ref_no = e.reference)`;

/**
 * Debits that the issuer was asked for and never made: our hold and its release are no movements of the
 * issuer.
 */
const wasNeverDebited = sql`exists (
  select from rail_transfer r join transfer t on t.ref_no = r.ref_no
  where r.ref_no = e.reference
    and (r.issuer_leg = 'refused' or (r.issuer_leg = 'asked' and t.state = 'returned')))`;

/**
 * Which postings a partner's file shows: for the issuer those of the card accounts, for a rail those of our
 * position with it, for transfers that went over it. Opening balances moved nothing at a partner; what staff
 * or the migrated history booked on a position is no transfer of the rail.
 */
const postingsOf: Record<ReconciliationSource, ReturnType<typeof sql>> = {
  issuer: sql`a.book = 'CARD' and a.code = '2510' and e.operation not like '%OPENING%' and not ${wasNeverDebited}`,
  ...byRail((rail) => {
    const operations = Object.values(RAILS[rail].entries).map(([operation]) => operation);
    return sql`a.book = 'CARD' and a.code = ${RAILS[rail].positionAccount}
      and ((e.operation = any(${[...new Set<string>(operations)]}::text[]) and ${wentOverRail})
        or (${cameOverRail}))`;
  }),
};

type Row = {
  reference: string;
  account: string;
  amount_centavos: bigint;
  at: Date;
  state: string | null;
};

/** What we booked on a business day of Manila, an entry's postings to one account as one line. */
export async function ourLines(tx: Tx, source: ReconciliationSource, day: string): Promise<Line[]> {
  return readLines(tx, source, sql`e.business_date = ${day}::date`);
}

/** The same for these references, of any day but this. */
export async function ourOtherLines(
  tx: Tx,
  source: ReconciliationSource,
  day: string,
  references: readonly string[],
): Promise<Line[]> {
  if (references.length === 0) return [];
  const isWanted = sql`e.reference = any(${references}::text[]) and e.business_date <> ${day}::date`;
  return readLines(tx, source, isWanted);
}

async function readLines(
  tx: Tx,
  source: ReconciliationSource,
  isWanted: ReturnType<typeof sql>,
): Promise<Line[]> {
  const { rows } = await sql<Row>`
    select e.reference, case when a.kind = 'member' then a.subledger else '' end as account,
      sum(case when p.side = a.normal_side then p.amount_centavos else -p.amount_centavos end)::bigint as amount_centavos,
      e.booked_at as at, null::text as state
    from journal_entry e
    join posting p on p.journal_entry_id = e.id
    join ledger_account a on a.id = p.ledger_account_id
    where ${isWanted} and ${postingsOf[source]}
    group by e.id, a.id, p.side
    order by e.id, a.id, p.side`.execute(tx);
  return rows.map(({ reference, account, amount_centavos: amount, at }) => ({
    reference,
    account,
    amount,
    at,
  }));
}
