import type { Scene } from "./ledgerScene.ts";

const RUN = `insert into earning_run (kind, product, period_from, period_to, rate_thousandths, day_basis,
    minimum_centavos, tax_thousandths, state, made_by, made_at, lines, posted_line, reckoned_at, posts_on)
  values ('interest', 'savings', '2026-10-01', '2026-10-31', 1000, 360, 0, 0, 'posting', 'x', now(), 1, 1, now(), '2026-11-01')`;

/** What may be done to what members earned behind the ledger's back; found where all of it is looked at. */
export const earningCorruptions = {
  earned_lines_are_in_the_books: () => ({
    harm: `${RUN}; insert into earning_line select id, 1, -1, -1, 100, 1, 5, 0 from earning_run`,
    heal: "delete from earning_line; delete from earning_run",
  }),
  interest_day_is_in_the_books: () => ({
    harm: `insert into interest_day values ('savings', '2026-10-31', 1000, 360, 1, 100, 5, 'IA261031-savings')`,
    heal: "delete from interest_day",
    account: "savings",
  }),
  statements_close_with_the_books: () => ({
    harm: `insert into account_statement (account_id, month, opening_centavos, in_centavos, out_centavos, closing_centavos,
        entries, after_posting_id, last_posting_id, after_fixed_posting_id, last_fixed_posting_id, made_at,
        salt, leaf)
      values (-1, '2026-10-01', 0, 5, 0, 5, 1, 0, 0, 0, 0, now(), sha256(''), sha256(''))`,
    heal: "delete from account_statement",
    account: "-1 2026-10-01",
  }),
  statement_leaf_is_of_the_books: () => ({
    harm: `insert into account_statement (account_id, month, opening_centavos, in_centavos, out_centavos, closing_centavos,
        entries, after_posting_id, last_posting_id, after_fixed_posting_id, last_fixed_posting_id, made_at, salt, leaf)
      values (-1, '2026-10-01', 0, 0, 0, 0, 0, 0, 0, 0, 0, now(), sha256(''), sha256(''))`,
    heal: "delete from account_statement",
    account: "-1 2026-10-01",
  }),
  statement_seal_is_over_its_leaves: () => ({
    harm: `insert into statement_block values ('2026-10-01', 0, 0, 1, 1, sha256(''))`,
    heal: "delete from statement_block",
    account: "2026-10-01",
  }),
  statement_seal_is_in_the_trail: () => ({
    harm: `insert into statement_month values ('2026-10-01', 0, 0, now(), now());
      insert into statement_seal
        select (made).month, null, (made).former_hash, 0, (made).root, (made).made_at,
          sha256(convert_to(statement_seal_text(made), 'UTF8'))
        from (select row('2026-10-01'::date, null, decode(repeat('00', 32), 'hex'), 0, sha256(''),
          '2026-11-01'::timestamptz(3), sha256(''))::statement_seal as made) made`,
    heal: "delete from statement_seal; delete from statement_month",
    account: "2026-10-01",
  }),
};

/** An entry of interest that no line of a run knows, and one of pay that no row of a remittance knows. */
export const strayEntries = {
  payroll_deposit_is_its_entry: ({ cash }: Scene) => ({
    harm: `insert into journal_entry (operation, step, reference, business_date, booked_at, actor)
        values ('PAYROLL_DEPOSIT', 'post', 'RM202611-000001-1', '2026-11-21', now(), 'x');
      insert into posting (journal_entry_id, ledger_account_id, side, amount_centavos)
        select e.id, ${cash}, s.side, 5 from journal_entry e, (values ('D'), ('C')) s (side)
        where e.reference = 'RM202611-000001-1'`,
    heal: `delete from posting where journal_entry_id = (select id from journal_entry where reference = 'RM202611-000001-1');
      delete from journal_entry where reference = 'RM202611-000001-1'`,
  }),
  earned_entry_is_its_line: ({ cash }: Scene) => ({
    harm: `insert into journal_entry (operation, step, reference, business_date, booked_at, actor)
        values ('SAVINGS_INTEREST', 'credit', 'SI202610-1-1', '2026-11-21', now(), 'x');
      insert into posting (journal_entry_id, ledger_account_id, side, amount_centavos)
        select e.id, ${cash}, s.side, 5 from journal_entry e, (values ('D'), ('C')) s (side)
        where e.reference = 'SI202610-1-1'`,
    heal: `delete from posting where journal_entry_id = (select id from journal_entry where reference = 'SI202610-1-1');
      delete from journal_entry where reference = 'SI202610-1-1'`,
  }),
};
