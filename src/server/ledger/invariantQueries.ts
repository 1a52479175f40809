import { type RawBuilder, sql } from "kysely";
import {
  type EntryStep,
  kindsWhere,
  RAIL_NAMES,
  RAILS,
  TRANSFER_KINDS,
} from "#contract/transferKinds.ts";
import { cashInvariants } from "./cashInvariants.ts";
import { earningInvariants } from "./earningInvariants.ts";
import { loanInvariants } from "./loanInvariants.ts";
import { payrollInvariants } from "./payrollInvariants.ts";
import { statementInvariants } from "./statementInvariants.ts";
import type { Touched } from "./touched.ts";

const signedDebit = sql`case p.side when 'D' then p.amount_centavos else -p.amount_centavos end`;
const signedNormal = sql`case when p.side = a.normal_side then p.amount_centavos else -p.amount_centavos end`;
const debit = sql`case p.side when 'D' then p.amount_centavos else 0 end`;
const credit = sql`case p.side when 'C' then p.amount_centavos else 0 end`;
const accountName = sql`concat_ws(' ', a.book, a.code, nullif(a.subledger, ''))`;
const none = sql`null::text`;
const noEntry = sql`null::bigint`;

/** The holds and recipes that the table of transfer kinds names. */
const HELD = kindsWhere(({ hold }) => hold !== null);
const HOLD_REASONS = HELD.map((kind) => TRANSFER_KINDS[kind].hold);
const TO_OTHER_BANKS = kindsWhere(({ countsAgainst }) => countsAgainst.includes("other_banks"));
const HOLD_ACCOUNTS = RAIL_NAMES.map((rail) => RAILS[rail].holdAccount);
/** Fees held with them. */
const FEES = "2550";
/** The entries that end an amount in process with a rail. */
const HOLD_ENDS = RAIL_NAMES.flatMap((rail): EntryStep[] => {
  const { settle, keep, refundFromHold, accountRefundFromHold } = RAILS[rail].entries;
  return [settle, keep, refundFromHold, accountRefundFromHold];
});
const kindsWith = (end: "credit" | "return") =>
  kindsWhere(({ entries }) => entries[end].length > 0);
const stepsOf = (end: "credit" | "return") =>
  kindsWith(end).flatMap((kind): readonly EntryStep[] => TRANSFER_KINDS[kind].entries[end]);
const isOneOf = (steps: readonly EntryStep[]) =>
  sql`(e.operation, e.step) in (${sql.join(steps.map(([operation, step]) => sql`(${operation}, ${step})`))})`;

/** Which rows of a table are checked: all, or those whose column names something that was touched. */
type Of = ((column: string, what: keyof Touched) => RawBuilder<unknown>) & { isPart: boolean };

/** Found by their entries, one after the other: where some entries are large, a plan would read all postings. */
const postingsOfEntries = sql`journal_entry e
    cross join lateral (select * from posting p where p.journal_entry_id = e.id offset 0) p`;

/**
 * One query per invariant: each row it answers is a breach, as account, entry and detail. `is distinct from`
 * throughout, so that a missing figure is a breach and not an unknown. Invariants over growing tables can be
 * checked for the touched rows alone: rows that held before and were not touched still hold.
 */
const promises = {
  entry_balances_in_each_book: (of: Of) => sql`
  select ${none}, p.journal_entry_id, format('%s: debits - credits = %s', a.book, sum(${signedDebit}))
  from posting p join ledger_account a on a.id = p.ledger_account_id
  where ${of("p.journal_entry_id", "entries")}
  group by p.journal_entry_id, a.book
  having sum(${signedDebit}) <> 0`,

  book_balances: (of: Of) => sql`
  select ${none}, ${noEntry}, format('%s: debits - credits = %s', a.book, sum(${signedDebit}))
  from posting p join ledger_account a on a.id = p.ledger_account_id
  where ${of("p.journal_entry_id", "entries")}
  group by a.book
  having sum(${signedDebit}) <> 0`,

  member_balance_is_sum_of_postings: (of: Of) => sql`
  select ${accountName}, ${noEntry}, format('balance %s, postings %s', a.balance_centavos, coalesce(t.total, 0))
  from ledger_account a
  left join (
    select p.ledger_account_id, sum(${signedNormal}) as total
    from posting p join ledger_account a on a.id = p.ledger_account_id
    where a.kind = 'member' and ${of("p.ledger_account_id", "holders")}
    group by p.ledger_account_id
  ) t on t.ledger_account_id = a.id
  where a.kind = 'member' and ${of("a.id", "holders")} and a.balance_centavos <> coalesce(t.total, 0)`,

  control_balance_is_sum_up_to_its_mark: (of: Of) => sql`
  select ${accountName}, ${noEntry},
    format('balance %s, postings up to %s are %s', a.balance_centavos, a.rolled_up_posting_id, coalesce(t.total, 0))
  from ledger_account a
  cross join lateral (
    select sum(${signedNormal}) as total
    from posting p where p.ledger_account_id = a.id and p.id <= a.rolled_up_posting_id
  ) t
  where a.kind = 'control' and ${of("a.id", "controls")} and a.balance_centavos <> coalesce(t.total, 0)`,

  hold_is_sum_of_open_holds: sql`
  select ${accountName}, ${noEntry}, format('held %s, open holds %s', a.hold_centavos, coalesce(t.total, 0))
  from ledger_account a
  left join (
    select h.ledger_account_id, sum(h.amount_centavos) as total
    from ledger_hold h where h.released_at is null
    group by h.ledger_account_id
  ) t on t.ledger_account_id = a.id
  where a.hold_centavos <> coalesce(t.total, 0)`,

  member_available_is_not_negative: (of: Of) => sql`
  select ${accountName}, ${noEntry}, format('balance %s, held %s', a.balance_centavos, a.hold_centavos)
  from ledger_account a
  where a.kind = 'member' and ${of("a.id", "holders")}
    and (a.balance_centavos - a.hold_centavos < 0 or a.balance_centavos < 0)`,

  account_is_as_the_chart_says: (of: Of) => sql`
  select ${accountName}, ${noEntry}, format('%s %s, the chart says %s %s',
    a.kind, a.normal_side, coalesce(c.kind, 'nothing'), coalesce(c.normal_side, ''))
  from ledger_account a left join chart_account c on c.book = a.book and c.code = a.code
  where ${of("a.id", "accounts")} and (a.kind, a.normal_side) is distinct from (c.kind, c.normal_side)`,

  posting_has_an_entry: (of: Of) => sql`
  select ${accountName}, p.journal_entry_id, format('posting %s', p.id)
  from posting p
  left join journal_entry e on e.id = p.journal_entry_id
  left join ledger_account a on a.id = p.ledger_account_id
  where ${of("p.journal_entry_id", "entries")} and e.id is null`,

  posting_has_an_account: (of: Of) => sql`
  select format('id %s', p.ledger_account_id), p.journal_entry_id, format('posting %s', p.id)
  from posting p left join ledger_account a on a.id = p.ledger_account_id
  where ${of("p.journal_entry_id", "entries")} and a.id is null`,

  entry_has_postings: (of: Of) => sql`
  select ${none}, e.id, format('%s %s %s has %s postings', e.reference, e.operation, e.step, count(p.id))
  from journal_entry e left join posting p on p.journal_entry_id = e.id
  where ${of("e.id", "entries")}
  group by e.id
  having count(p.id) < 2`,

  // What an entry takes from the funding account in one book is what it brings in the other.
  books_meet_at_the_bridge: (of: Of) => sql`
  select ${none}, p.journal_entry_id, format('ASSOC 1120 %s, CARD 1510 %s',
    coalesce(sum(${signedDebit}) filter (where a.book = 'ASSOC' and a.code = '1120'), 0),
    coalesce(sum(${signedDebit}) filter (where a.book = 'CARD' and a.code = '1510'), 0))
  from posting p join ledger_account a on a.id = p.ledger_account_id
  where ${of("p.journal_entry_id", "entries")}
  group by p.journal_entry_id
  having count(distinct a.book) > 1 and coalesce(sum(${signedDebit})
    filter (where (a.book, a.code) in (('ASSOC', '1120'), ('CARD', '1510'))), 0) <> 0`,

  // Each posting of a member account says the balance it left behind; none is missing in between.
  balance_after_follows: (of: Of) => sql`
  select t.account, t.journal_entry_id, format('posting %s left %s, %s was expected', t.id, t.balance_after, t.expected)
  from (
    select ${accountName} as account, p.journal_entry_id, p.id, p.balance_after_centavos as balance_after,
      coalesce(lag(p.balance_after_centavos) over (partition by p.ledger_account_id order by p.id), 0)
        + ${signedNormal} as expected
    from posting p join ledger_account a on a.id = p.ledger_account_id
    where a.kind = 'member' and ${of("p.ledger_account_id", "holders")}
  ) t
  where t.balance_after is distinct from t.expected`,

  control_posting_has_no_balance_after: (of: Of) => sql`
  select ${accountName}, p.journal_entry_id, format('posting %s', p.id)
  from posting p join ledger_account a on a.id = p.ledger_account_id
  where ${of("p.journal_entry_id", "entries")} and a.kind = 'control' and p.balance_after_centavos is not null`,

  reversal_mirrors_its_entry: sql`
  select ${none}, e.id, format('does not mirror entry %s', e.reversal_of)
  from journal_entry e
  where e.reversal_of is not null and exists (
    select from posting p
    where p.journal_entry_id in (e.id, e.reversal_of)
    group by p.ledger_account_id
    having sum(${signedDebit}) <> 0
  )`,

  // The card holds equal the transfers between cards that are under way.
  holds_are_open_card_transfers: sql`
  select t.account, ${noEntry}, format('%s: held %s, under way %s', t.ref_no, t.held, t.under_way)
  from (
    select coalesce(h.reference, o.ref_no) as ref_no, ${accountName} as account,
      h.amount_centavos as held, o.total as under_way
    from (
      select ledger_account_id, reference, amount_centavos from ledger_hold
      where reason = any(${HOLD_REASONS}::text[]) and released_at is null
    ) h
    full join (
      select t.ref_no, t.amount_centavos + t.fee_centavos as total, c.ledger_account_id
      from transfer t join card c on c.id = t.card_id
      where t.kind = any(${HELD}::text[]) and t.state not in ('credited', 'returned')
    ) o on o.ref_no = h.reference and o.ledger_account_id = h.ledger_account_id
    left join ledger_account a on a.id = coalesce(h.ledger_account_id, o.ledger_account_id)
  ) t
  where t.held is distinct from t.under_way`,

  // What members have locked is on hold, lock by lock, and whose lock has ended has it back.
  money_locks_are_open_holds: sql`
  select ${accountName}, ${noEntry}, case when t.hold_id is null then format('lock %s is no hold', t.lock_id)
    else format('hold %s is no lock', t.hold_id) end
  from (
    select h.id as hold_id, k.hold_id as lock_id, coalesce(h.ledger_account_id, k.ledger_account_id) as account_id
    from (select id, ledger_account_id from ledger_hold where reason = 'money_lock' and released_at is null) h
    full join (
      select k.hold_id, m.ledger_account_id
      from money_lock k join member_account m on m.id = k.account_id and m.member_id = k.member_id
      where k.ended_at is null
    ) k on k.hold_id = h.id and k.ledger_account_id = h.ledger_account_id
    where h.id is null or k.hold_id is null
  ) t
  left join ledger_account a on a.id = t.account_id`,

  // Amounts in process with a rail, and the fees held with them, are those of transfers that no rail has
  // ended.
  rails_hold_what_is_under_way: sql`
  select concat('CARD ', kept.code), ${noEntry}, format('%s in the books, %s under way', kept.total, coalesce(open.total, 0))
  from (
    select a.code, coalesce(sum(${signedNormal}), 0) as total
    from ledger_account a left join posting p on p.ledger_account_id = a.id
    where a.book = 'CARD' and a.code = any(${[...HOLD_ACCOUNTS, FEES]}::text[])
    group by a.code
  ) kept
  left join (
    select line.code, sum(line.centavos) as total
    from transfer t
    join unnest(${RAIL_NAMES}::text[], ${HOLD_ACCOUNTS}::text[]) as r (rail, code) on r.rail = t.kind
    cross join lateral (values (r.code, t.amount_centavos), (${FEES}, t.fee_centavos)) as line (code, centavos)
    where not exists (
      select from journal_entry e
      where e.reference = t.ref_no and ${isOneOf(HOLD_ENDS)})
    group by line.code
  ) open using (code)
  where kept.total <> coalesce(open.total, 0)`,

  // The member is told of an outcome exactly when its entry is in the books. What was on hold on a card comes back
  // without one.
  transfers_are_booked_as_they_stand: (of: Of) => sql`
  select format('transfer %s', t.ref_no), ${noEntry}, format('%s, in the books %s', t.state,
    case when t.is_moved then 'moved' when t.is_back then 'given back' else 'open' end)
  from (
    select t.ref_no, t.kind, t.state, t.card_id is not null and t.kind = any(${HELD}::text[]) as is_held,
      exists (select from journal_entry e where e.reference = t.ref_no
        and ${isOneOf(stepsOf("credit"))}) as is_moved,
      exists (select from journal_entry e where e.reference = t.ref_no
        and ${isOneOf(stepsOf("return"))}) as is_back
    from transfer t where ${of("t.ref_no", "references")}
  ) t
  where (t.kind = any(${kindsWith("credit")}::text[]) and (t.state = 'credited') <> t.is_moved)
    or (t.kind = any(${kindsWith("return")}::text[]) and not t.is_held and (t.state = 'returned') <> t.is_back)`,

  // A member's totals of the day and month are the transfers that went out and were not refunded.
  totals_are_sums_of_transfers: (of: Of) => sql`
  select format('member %s', member_id), ${noEntry},
    format('%s: counted %s, sent %s', period, coalesce(kept.sent_centavos, 0), coalesce(sent.total, 0))
  from (select member_id, period, sent_centavos from transfer_total where ${of("member_id", "members")}) kept
  full join (
    select t.member_id, p.period, sum(t.amount_centavos) as total
    from transfer t
    cross join lateral (values
      (to_char(t.accepted_at at time zone 'Asia/Manila', 'YYYY-MM-DD')),
      (to_char(t.accepted_at at time zone 'Asia/Manila', 'YYYY-MM'))) as p (period)
    where t.kind = any(${TO_OTHER_BANKS}::text[]) and t.state <> 'returned' and ${of("t.member_id", "members")}
    group by t.member_id, p.period
  ) sent using (member_id, period)
  where coalesce(kept.sent_centavos, 0) <> coalesce(sent.total, 0)`,

  // By account of the chart, over the postings up to the mark of the roll-up.
  day_totals_are_sums_of_postings: (of: Of) => sql`
  select concat_ws(' ', book, code), ${noEntry}, format('%s: totals %s and %s, postings %s and %s', day,
    kept.debit_centavos, kept.credit_centavos, posted.debit, posted.credit)
  from (
    select e.business_date as day, a.book, a.code, sum(${debit}) as debit, sum(${credit}) as credit, count(*) as postings
    from ${of.isPart ? postingsOfEntries : sql`journal_entry e join posting p on p.journal_entry_id = e.id`}
    join ledger_account a on a.id = p.ledger_account_id
    where p.id <= (select r.day_posting_id from ledger_roll_up r) and ${of("e.business_date", "days")}
    group by e.business_date, a.book, a.code
  ) posted
  full join (select * from ledger_day_total where ${of("day", "days")}) kept using (day, book, code)
  where (kept.debit_centavos, kept.credit_centavos, kept.postings)
    is distinct from (posted.debit, posted.credit, posted.postings)`,

  // The newest closed day carries the totals of all days up to it.
  closed_days_keep_their_totals: sql`
  with closed as (
    select b.day, b.totals_to_date from business_day b where b.state = 'closed' order by b.day desc limit 1
  ), found as (
    select t.book, t.code, sum(t.debit) as debit, sum(t.credit) as credit
    from (
      select d.day, d.book, d.code, d.debit_centavos as debit, d.credit_centavos as credit from ledger_day_total d
      union all
      select e.business_date, a.book, a.code, ${debit}, ${credit}
      from posting p join journal_entry e on e.id = p.journal_entry_id
      join ledger_account a on a.id = p.ledger_account_id
      where p.id > (select r.day_posting_id from ledger_roll_up r)
    ) t
    where t.day <= (select day from closed)
    group by t.book, t.code
  ), told as (
    select line ->> 0 as book, line ->> 1 as code, (line ->> 2)::numeric as debit, (line ->> 3)::numeric as credit
    from closed cross join jsonb_array_elements(closed.totals_to_date) line
  )
  select concat_ws(' ', book, code), ${noEntry},
    format('closed with %s and %s, has %s and %s', told.debit, told.credit, found.debit, found.credit)
  from found full join told using (book, code)
  where (told.debit, told.credit) is distinct from (found.debit, found.credit)`,

  ...cashInvariants,
  ...earningInvariants,
  ...payrollInvariants,
  ...statementInvariants,
  ...loanInvariants,
};

export type InvariantRule = keyof typeof promises;

/** Of the lists that are not ids. */
const TYPES: Partial<Record<keyof Touched, RawBuilder<unknown>>> = {
  days: sql`date`,
  references: sql`text`,
};

/** The invariants of the whole books, or with `touched` of what is named there. */
export function invariantsOver(touched?: Touched): Record<InvariantRule, RawBuilder<unknown>> {
  const named = (column: string, what: keyof Touched) => {
    if (touched === undefined) return sql`true`;
    return sql`${sql.ref(column)} = any (${touched[what]}::${TYPES[what] ?? sql`bigint`}[])`;
  };
  const of: Of = Object.assign(named, { isPart: touched !== undefined });
  const queries = Object.entries(promises).map(([rule, query]) => [
    rule,
    typeof query === "function" ? query(of) : query,
  ]);
  // With the keys of the constant.
  return Object.fromEntries(queries) as Record<InvariantRule, RawBuilder<unknown>>;
}
