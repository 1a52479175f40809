import { type RawBuilder, sql } from "kysely";
import type { Touched } from "./touched.ts";

type Of = ((column: string, what: keyof Touched) => RawBuilder<unknown>) & { isPart: boolean };

const noEntry = sql`null::bigint`;

/** The invariants between the drawers at the counters and the books; in the form of invariantQueries. */
export const cashInvariants = {
  cash_receipt_is_in_the_books: (of: Of) => sql`
  select coalesce(r.receipt_no, e.reference), e.id, format('receipt of %s, booked %s', r.amount_centavos, e.total)
  from (
    select e.id, e.reference, (
      select sum(case p.side when 'D' then p.amount_centavos else -p.amount_centavos end)
      from posting p join ledger_account a on a.id = p.ledger_account_id
      where p.journal_entry_id = e.id and a.book = 'ASSOC' and a.code = '1010') as total
    from journal_entry e
    where (e.operation, e.step) in (('COUNTER_DEPOSIT', 'post'), ('COUNTER_WITHDRAWAL', 'post'), ('CAPITAL_DEPOSIT', 'counter'), ('LOAN_PAYMENT', 'cash'))
      and e.reference ~ '(^|/)CR-' and ${of("e.id", "entries")}
  ) e
  full join (select * from cash_receipt r where ${of("r.journal_entry_id", "entries")}) r on r.journal_entry_id = e.id
  where case when r.is_withdrawal then -r.amount_centavos else r.amount_centavos end is distinct from e.total or not coalesce(e.reference ~ ('(^|/)' || r.receipt_no || '$'), false)`,

  closed_drawer_is_its_receipts: () => sql`
  select 'drawer ' || d.id, d.difference_entry_id, format('counted %s, float %s, receipts %s, difference booked %s',
    d.counted_centavos, d.float_centavos, r.total, b.total)
  from cash_drawer d
  cross join lateral (
    select coalesce(sum(case when r.is_withdrawal then -r.amount_centavos else r.amount_centavos end), 0) as total from cash_receipt r where r.drawer_id = d.id
  ) r
  cross join lateral (
    select coalesce(sum(case p.side when 'D' then p.amount_centavos else -p.amount_centavos end), 0) as total
    from posting p join ledger_account a on a.id = p.ledger_account_id
    where p.journal_entry_id = d.difference_entry_id and a.book = 'ASSOC' and a.code = '1010'
  ) b
  where d.state = 'closed' and d.counted_centavos <> d.float_centavos + r.total + b.total`,

  cash_receipts_have_no_gap: () => sql`
  select 'branch ' || r.office_id, ${noEntry}, format('%s receipts, the last is %s', count(*), max(r.number))
  from cash_receipt r group by r.office_id having count(*) <> max(r.number)`,
};
