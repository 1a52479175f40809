import { type RawBuilder, sql } from "kysely";
import type { Touched } from "./touched.ts";

/** Statements, postings and seals are final: of what was written since there is nothing to find. */
const NOTHING = sql`select null::text, null::bigint, null::text where false`;

const MONTHS_EACH_TIME = "3 months";
/** Days in which every older statement has its turn. */
const TURNS = 64;

type Of = ((column: string, what: keyof Touched) => RawBuilder<unknown>) & { isPart: boolean };

/** What was told to members each month and what the books have; in the form of invariantQueries. */
export const statementInvariants = {
  // That each begins with what the month before left is a constraint of their table.
  statements_close_with_the_books: (of: Of) =>
    of.isPart
      ? NOTHING
      : sql`
  select concat_ws(' ', coalesce(a.account_number, s.account_id::text), s.month), l.journal_entry_id,
    format('closed with %s, the books had %s', s.closing_centavos,
      coalesce(l.balance_after_centavos, 0) + coalesce(x.balance_after_centavos, 0))
  from account_statement s
  left join member_account a on a.id = s.account_id
  left join posting l on l.id = s.last_posting_id and l.ledger_account_id = a.ledger_account_id
  left join posting x on x.id = s.last_fixed_posting_id and x.ledger_account_id = a.fixed_ledger_account_id
  where s.closing_centavos
    is distinct from coalesce(l.balance_after_centavos, 0) + coalesce(x.balance_after_centavos, 0)`,

  // Made anew from the books as they are, each statement is still what its leaf was made of: those of the last months
  // each time, older ones in turns, so that a check takes no longer when the bank is ten years old.
  statement_leaf_is_of_the_books: (of: Of) =>
    of.isPart
      ? NOTHING
      : sql`
  select concat_ws(' ', coalesce(a.account_number, s.account_id::text), s.month), null::bigint,
    format('the leaf is %s, the books make %s', left(encode(s.leaf, 'hex'), 16),
      left(encode(statement_leaf(s), 'hex'), 16))
  from account_statement s left join member_account a on a.id = s.account_id
  where (s.month > coalesce((select max(m.month) from statement_month m), s.month) - ${MONTHS_EACH_TIME}::interval
      or s.id % ${TURNS}::int = (current_date - date '2000-01-01') % ${TURNS}::int)
    and s.leaf is distinct from statement_leaf(s)`,

  // From the leaves to the parts, from those to the month's root, from one month's record to the next.
  statement_seal_is_over_its_leaves: (of: Of) =>
    of.isPart
      ? NOTHING
      : sql`
  select b.month::text, null::bigint, format('part %s has %s leaves, sealed were %s', b.block, n.leaves, b.leaves)
  from statement_block b cross join lateral (
    select count(*) as leaves, statement_merkle(array_agg(s.leaf order by s.id)) as root
    from account_statement s where s.id > b.after_id and s.id <= b.last_id and s.month = b.month
  ) n
  where (n.leaves, n.root) is distinct from (b.leaves::bigint, b.root)
  union all
  select l.month::text, null::bigint, format('%s leaves and %s statements; the root is %s, sealed was %s', n.leaves,
    m.statements, left(encode(n.root, 'hex'), 16), left(encode(l.root, 'hex'), 16))
  from statement_seal l left join statement_month m on m.month = l.month cross join lateral (
    select coalesce(sum(b.leaves), 0) as leaves, statement_merkle(array_agg(b.root order by b.block)) as root
    from statement_block b where b.month = l.month
  ) n
  where (n.leaves, n.leaves, n.root) is distinct from (l.leaves::bigint, m.statements::bigint, l.root)
  union all
  select l.month::text, null::bigint, 'the record is not what its hash says, or follows another'
  from statement_seal l left join statement_seal f on f.month = (l.month - interval '1 month')::date
  where l.hash is distinct from sha256(convert_to(statement_seal_text(l), 'UTF8'))
    or l.former_hash is distinct from coalesce(f.hash, decode(repeat('00', 32), 'hex'))`,

  // The trail is chained with a key that the database does not have: a seal made anew is not the one it tells of.
  statement_seal_is_in_the_trail: (of: Of) =>
    of.isPart
      ? NOTHING
      : sql`
  select l.month::text, null::bigint, format('%s records in the trail, %s of them this one', n.told, n.right)
  from statement_seal l cross join lateral (
    select count(*) as told, count(*) filter (where e.detail->>'record' = encode(l.hash, 'hex')
      and e.detail->>'root' = encode(l.root, 'hex')) as right
    from audit_event e
    where e.object = 'statements:' || to_char(l.month, 'YYYY-MM') and e.action = 'statements_sealed'
  ) n
  where (n.told, n.right) is distinct from (1, 1)
  union all
  select e.object, null::bigint, 'the trail tells of a record that is not there'
  from audit_event e
  where e.action = 'statements_sealed' and not exists (
    select from statement_seal l where e.object = 'statements:' || to_char(l.month, 'YYYY-MM'))`,
};
