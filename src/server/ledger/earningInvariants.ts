import { type RawBuilder, sql } from "kysely";
import type { Touched } from "./touched.ts";

type Of = ((column: string, what: keyof Touched) => RawBuilder<unknown>) & { isPart: boolean };

const none = sql`null::text`;
const noEntry = sql`null::bigint`;

/** What the books have of an entry of a line: 'SI202611-12-7' is that of line 7 of the run 12. */
const booked = (of: Of) => sql`(
  select e.id, e.step, split_part(e.reference, '-', 2)::bigint as run_id,
    split_part(e.reference, '-', 3)::integer as line,
    (select sum(p.amount_centavos) from posting p where p.journal_entry_id = e.id and p.side = 'C') as total
  from journal_entry e
  where e.operation in ('SAVINGS_INTEREST', 'DIVIDEND') and e.step in ('credit', 'tax') and ${of("e.id", "entries")}
)`;

const nothing = sql`select ${none}, ${noEntry}, ${none} where false`;

/** The invariants between what members earned and the books; in the form of invariantQueries. */
export const earningInvariants = {
  earned_entry_is_its_line: (of: Of) => sql`
  select a.account_number, b.id, format('booked %s of %s, the line says %s', b.step, b.total,
    case b.step when 'credit' then l.gross_centavos else l.tax_centavos end)
  from ${booked(of)} b
  left join earning_line l on l.run_id = b.run_id and l.line = b.line
  left join earning_run r on r.id = l.run_id
  left join member_account a on a.id = l.account_id
  where b.total is distinct from case b.step when 'credit' then l.gross_centavos else l.tax_centavos end
    or l.line > r.posted_line`,

  // Of what was written since, the rule above is enough: nothing is taken out of the books.
  earned_lines_are_in_the_books: (of: Of) =>
    of.isPart
      ? nothing
      : sql`
  select 'run ' || r.id, ${noEntry}, format('lines: %s, gross %s, tax %s; booked: %s, %s, %s',
    l.lines, l.gross, l.tax, coalesce(b.entries, 0), coalesce(b.gross, 0), coalesce(b.tax, 0))
  from earning_run r
  cross join lateral (
    select count(*) as lines, coalesce(sum(l.gross_centavos), 0) as gross, coalesce(sum(l.tax_centavos), 0) as tax
    from earning_line l where l.run_id = r.id and l.line <= r.posted_line
  ) l
  left join (
    select b.run_id, count(*) filter (where b.step = 'credit') as entries,
      sum(b.total) filter (where b.step = 'credit') as gross, sum(b.total) filter (where b.step = 'tax') as tax
    from ${booked(of)} b group by b.run_id
  ) b on b.run_id = r.id
  where (l.lines, l.gross, l.tax) is distinct from (coalesce(b.entries, 0), coalesce(b.gross, 0), coalesce(b.tax, 0))`,

  interest_day_is_in_the_books: (of: Of) => sql`
  select d.product, e.id, format('accrued %s on %s, booked %s', d.accrued_centavos, d.day, e.total)
  from interest_day d
  left join lateral (
    select e.id, sum(p.amount_centavos) as total
    from journal_entry e join posting p on p.journal_entry_id = e.id and p.side = 'C'
    where e.reference = d.entry_reference and e.operation = 'SAVINGS_INTEREST' and e.step = 'accrue'
    group by e.id
  ) e on true
  where ${of("d.entry_reference", "references")} and coalesce(e.total, 0) <> d.accrued_centavos`,
};
