import { type RawBuilder, sql } from "kysely";
import type { Touched } from "./touched.ts";

type Of = ((column: string, what: keyof Touched) => RawBuilder<unknown>) & { isPart: boolean };

/** What came from pay into accounts and what the books have; in the form of invariantQueries. */
export const payrollInvariants = {
  payroll_deposit_is_its_entry: (of: Of) => sql`
  select a.account_number, d.journal_entry_id, format('%s: deposit %s, fixed %s; booked %s, %s', d.reference,
    d.amount_centavos, d.fixed_centavos, b.total, b.fixed)
  from payroll_deposit d
  left join member_account a on a.id = d.account_id
  cross join lateral (
    select coalesce(sum(p.amount_centavos), 0) as total,
      coalesce(sum(p.amount_centavos) filter (where p.ledger_account_id = a.fixed_ledger_account_id), 0) as fixed
    from journal_entry e join posting p on p.journal_entry_id = e.id and p.side = 'C'
    where e.id = d.journal_entry_id and e.reference = d.reference
      and e.operation in ('CAPITAL_DEPOSIT', 'PAYROLL_DEPOSIT') and e.step = 'post'
      and p.ledger_account_id in (a.ledger_account_id, a.fixed_ledger_account_id)
  ) b
  where ${of("d.journal_entry_id", "entries")} and (b.total, b.fixed) <> (d.amount_centavos, d.fixed_centavos)
  union all
  select null::text, e.id, format('%s is no deposit from pay', e.reference)
  from journal_entry e
  where e.operation = 'PAYROLL_DEPOSIT' and ${of("e.id", "entries")}
    and not exists (select from payroll_deposit d where d.journal_entry_id = e.id)`,
};
