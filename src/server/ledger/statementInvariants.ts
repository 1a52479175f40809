import { type RawBuilder, sql } from "kysely";
import type { Touched } from "./touched.ts";

type Of = ((column: string, what: keyof Touched) => RawBuilder<unknown>) & { isPart: boolean };

/** What was told to members each month and what the books have; in the form of invariantQueries. */
export const statementInvariants = {
  // Statements and postings are final: of what was written since there is nothing to find. That each begins with
  // what the month before left is a constraint of their table.
  statements_close_with_the_books: (of: Of) =>
    of.isPart
      ? sql`select null::text, null::bigint, null::text where false`
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
};
