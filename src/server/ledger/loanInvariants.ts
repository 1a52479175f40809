import { sql } from "kysely";

const none = sql`null::text`;
const noEntry = sql`null::bigint`;

/** The balance of a control account of loans, over all postings, on its normal side. */
const balanceOf = (code: string) => sql`coalesce((
  select sum(case when p.side = a.normal_side then p.amount_centavos else -p.amount_centavos end)
  from posting p join ledger_account a on a.id = p.ledger_account_id
  where a.book = 'ASSOC' and a.code = ${sql.lit(code)}), 0)`;

const compare = (code: string, owed: ReturnType<typeof sql>) => sql`
  select ${sql.lit(`ASSOC ${code}`)}::text, ${noEntry}, format('the account holds %s, the loans say %s', books.total, loans.total)
  from (select ${balanceOf(code)} as total) books, (select coalesce(${owed}, 0) as total) loans
  where books.total <> loans.total`;

type Rows = ReturnType<typeof sql>;

const isItsSchedule = (loans: Rows, instalments: Rows) => sql`
  select l.loan_no, ${noEntry}, format('owes %s of %s, the schedule says %s of %s',
    l.principal_outstanding_centavos, l.principal_centavos, i.left_over, i.principal)
  from ${loans} l left join (
    select loan_id, sum(principal_centavos) as principal, sum(principal_centavos - paid_principal_centavos) as left_over,
      min(number) filter (where paid_principal_centavos < principal_centavos
        or paid_interest_centavos < interest_centavos) as first_unpaid
    from ${instalments} x group by loan_id
  ) i on i.loan_id = l.id
  where l.principal_outstanding_centavos <> coalesce(i.left_over, 0)
    or (l.principal_outstanding_centavos > 0 and l.principal_centavos <> i.principal)
    or (l.state in ('active', 'past_due') and l.next_unpaid <> coalesce(i.first_unpaid, l.months + 1))`;

/** Penalties charged and paid, money paid ahead and spent. */
const isWhatWasChargedAndPaid = (loans: Rows) => sql`
  select l.loan_no, ${noEntry}, format('penalties %s and advance %s, charged and paid %s and %s',
    l.penalty_due_centavos, l.advance_centavos, t.penalty, t.advance)
  from ${loans} l
  cross join lateral (
    select coalesce((select sum(n.amount_centavos) from loan_penalty n where n.loan_id = l.id), 0)
        - coalesce(sum(p.penalty_centavos), 0) as penalty,
      coalesce(sum(case when p.source = 'advance' then -p.amount_centavos else p.advance_centavos end), 0)
        - l.refunded_centavos as advance
    from loan_payment p where p.loan_id = l.id
  ) t
  where l.penalty_due_centavos <> t.penalty or l.advance_centavos <> t.advance`;

const batches = (accruals: Rows, penalties: Rows) => sql`(
  select 'LOAN_ACCRUAL' as operation, a.entry_reference as reference, sum(a.amount_centavos) as total
  from ${accruals} a group by 2 having sum(a.amount_centavos) > 0
  union all
  select 'LOAN_PENALTY', n.entry_reference, sum(n.amount_centavos)
  from ${penalties} n group by 2 having sum(n.amount_centavos) > 0
)`;

const toldBatch = sql`format('%s %s: %s', coalesce(b.operation, e.operation), coalesce(b.reference, e.reference),
  format('booked %s, the loans say %s', e.total, b.total))`;

const paymentsAreBooked = (payments: Rows) => sql`
  select l.loan_no, p.journal_entry_id, format('payment %s of %s, booked %s', p.reference, p.amount_centavos, e.total)
  from ${payments} p join loan l on l.id = p.loan_id
  left join lateral (
    select sum(o.amount_centavos) as total from posting o where o.journal_entry_id = p.journal_entry_id and o.side = 'D'
  ) e on true
  where e.total is distinct from p.amount_centavos`;

/** The invariants between loans and books; in the form of invariantQueries. */
export const loanInvariants = {
  current_loans_are_in_the_books: compare(
    "1210",
    sql`(select sum(l.principal_outstanding_centavos) from loan l where l.state <> 'past_due')`,
  ),
  past_due_loans_are_in_the_books: compare(
    "1220",
    sql`(select sum(l.principal_outstanding_centavos) from loan l where l.state = 'past_due')`,
  ),
  loan_interest_is_in_the_books: compare(
    "1230",
    sql`(select sum(i.earned_centavos - i.paid_interest_centavos) from loan_instalment i)`,
  ),
  loan_penalties_are_in_the_books: compare(
    "1240",
    sql`(select sum(l.penalty_due_centavos) from loan l)`,
  ),
  loan_advances_are_in_the_books: compare(
    "2210",
    sql`(select sum(l.advance_centavos) from loan l)`,
  ),

  loan_is_its_schedule: isItsSchedule(sql`loan`, sql`loan_instalment`),
  loan_is_what_was_charged_and_paid: isWhatWasChargedAndPaid(sql`loan`),

  // The entry of a batch is the sum of what it says of each loan.
  loan_batches_are_in_the_books: sql`
    select ${none}, e.id, ${toldBatch}
    from ${batches(sql`loan_accrual`, sql`loan_penalty`)} b
    full join (
      select e.id, e.operation, e.reference, sum(p.amount_centavos) as total
      from journal_entry e join posting p on p.journal_entry_id = e.id and p.side = 'D'
      where e.operation in ('LOAN_ACCRUAL', 'LOAN_PENALTY')
      group by e.id
    ) e on e.operation = b.operation and e.reference = b.reference
    where e.total is distinct from b.total`,

  loan_payment_is_in_the_books: paymentsAreBooked(sql`loan_payment`),
};

const nothing = sql`select ${none}, ${noEntry}, ${none} where false`;

/**
 * The same invariants for what may have changed since a moment: loans that were released, paid, charged a
 * penalty or caught up since then, the payments, and the batches of runs that ended since then or are under
 * way. Whatever was right at that moment and is not among them is right. The sums over all loans are for the
 * full check.
 */
export function loanInvariantsSince(since: Date): typeof loanInvariants {
  const runs = (stage: string) => sql`(
    select day from loan_run where stage = ${stage} and (finished_at is null or finished_at >= ${since})
  )`;
  const payments = sql`(select * from loan_payment where booked_at >= ${since})`;
  const penalties = sql`(
    select * from loan_penalty where charged_on in ${runs("penalty")}
  )`;
  const accruals = sql`(
    select * from loan_accrual
    where month in (select date_trunc('month', day - 1)::date from ${runs("accrual")} r)
  )`;
  const moved = sql`(
    select id from loan where released_at >= ${since}
    union select loan_id from ${payments} p
    union select loan_id from ${penalties} n
    union select loan_id from loan_in_trouble where caught_up_at >= ${since}
  )`;
  const loans = sql`(select l.* from ${moved} m join loan l on l.id = m.id)`;
  const instalments = sql`(select i.* from ${moved} m join loan_instalment i on i.loan_id = m.id)`;
  return {
    current_loans_are_in_the_books: nothing,
    past_due_loans_are_in_the_books: nothing,
    loan_interest_is_in_the_books: nothing,
    loan_penalties_are_in_the_books: nothing,
    loan_advances_are_in_the_books: nothing,
    loan_is_its_schedule: isItsSchedule(loans, instalments),
    loan_is_what_was_charged_and_paid: isWhatWasChargedAndPaid(loans),
    loan_batches_are_in_the_books: sql`
      select ${none}, e.id, ${toldBatch}
      from ${batches(accruals, penalties)} b
      left join lateral (
        select e.id, e.operation, e.reference, sum(p.amount_centavos) as total
        from journal_entry e join posting p on p.journal_entry_id = e.id and p.side = 'D'
        where e.operation = b.operation and e.reference = b.reference
        group by e.id
      ) e on true
      where e.total is distinct from b.total`,
    loan_payment_is_in_the_books: paymentsAreBooked(payments),
  };
}
