import { type RawBuilder, sql } from "kysely";
import type { Touched } from "./touched.ts";

type Of = ((column: string, what: keyof Touched) => RawBuilder<unknown>) & { isPart: boolean };

const noEntry = sql`null::bigint`;

/** Of a drawer d: what its receipts took, less what they paid out. */
const receiptsOf = sql`
    select coalesce(sum(case when r.is_withdrawal then -r.amount_centavos else r.amount_centavos end), 0) as total
    from cash_receipt r where r.drawer_id = d.id`;
/** Of a drawer d: what it was given, what moved while it was open, and what it was closed with. */
const movesOf = sql`
    select coalesce(sum(v.amount_centavos) filter (where v.kind = 'float'), 0) as given,
      coalesce(sum(case v.kind when 'fill' then v.amount_centavos else -v.amount_centavos end)
        filter (where v.kind in ('fill', 'drop')), 0) as moved,
      coalesce(sum(v.amount_centavos) filter (where v.kind = 'return'), 0) as returned
    from cash_move v where v.drawer_id = d.id and v.state = 'done'`;

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

  // Its float came from the vault, and all that was counted went back there.
  closed_drawer_is_its_receipts: () => sql`
  select 'drawer ' || d.id, d.difference_entry_id, format('counted %s and returned %s, float %s and given %s, moved %s, receipts %s, difference booked %s',
    d.counted_centavos, m.returned, d.float_centavos, m.given, m.moved, r.total, b.total)
  from cash_drawer d
  cross join lateral (${receiptsOf}) r
  cross join lateral (${movesOf}) m
  cross join lateral (
    select coalesce(sum(case p.side when 'D' then p.amount_centavos else -p.amount_centavos end), 0) as total
    from posting p join ledger_account a on a.id = p.ledger_account_id
    where p.journal_entry_id = d.difference_entry_id and a.book = 'ASSOC' and a.code = '1010'
  ) b
  where d.state = 'closed' and (d.counted_centavos <> d.float_centavos + m.moved + r.total + b.total
    or d.float_centavos <> m.given or d.counted_centavos <> m.returned)`,

  // To the centavo: a drawer that is closed is empty.
  cash_of_a_branch_is_vault_and_drawers: () => sql`
  with books as (
    select a.subledger, a.balance_centavos + (
      select coalesce(sum(case p.side when 'D' then p.amount_centavos else -p.amount_centavos end), 0)
      from posting p where p.ledger_account_id = a.id and p.id > a.rolled_up_posting_id) as total
    from ledger_account a where a.book = 'ASSOC' and a.code = '1010' and a.subledger <> ''
  ), counted as (
    select c.office_id::text as subledger, sum(c.total) as total
    from (
      select v.office_id, v.inside_centavos as total from cash_vault v
      union all
      select d.office_id, d.float_centavos + m.moved + r.total
      from cash_drawer d cross join lateral (${receiptsOf}) r cross join lateral (${movesOf}) m
      where d.state <> 'closed'
    ) c group by c.office_id
  )
  select 'ASSOC 1010 ' || subledger, ${noEntry}, format('in the books %s, in vault and drawers %s', books.total, counted.total)
  from books full join counted using (subledger)
  where coalesce(books.total, 0) <> coalesce(counted.total, 0)`,

  vault_is_what_moved: () => sql`
  with moved as (
    select v.office_id, sum(case
      when v.kind in ('opening', 'from_bank', 'drop', 'return') then v.amount_centavos
      when v.kind = 'count' then v.amount_centavos - v.expected_centavos
      else -v.amount_centavos end) as total
    from cash_move v where v.state = 'done' group by v.office_id
  )
  select 'vault of branch ' || office_id, ${noEntry}, format('holds %s, moved %s', v.inside_centavos, moved.total)
  from cash_vault v full join moved using (office_id)
  where v.inside_centavos is distinct from coalesce(moved.total, 0)`,

  cash_receipts_have_no_gap: () => sql`
  select 'branch ' || r.office_id, ${noEntry}, format('%s receipts, the last is %s', count(*), max(r.number))
  from cash_receipt r group by r.office_id having count(*) <> max(r.number)`,
};
