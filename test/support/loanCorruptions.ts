type Corruption = () => { harm: string; heal: string; account?: string };

/** A loan of which neither books nor schedule know anything. */
function loanRow(owed: {
  state?: string;
  outstanding?: number;
  penalty?: number;
  advance?: number;
}) {
  const { state = "active", outstanding = 0, penalty = 0, advance = 0 } = owed;
  const since = state === "past_due" ? "'2026-10-31'" : "null";
  return `insert into loan (loan_no, member_id, loan_type, name, state, principal_centavos,
      principal_outstanding_centavos, monthly_amortization_centavos, annual_rate, months, first_due_on,
      past_due_since, penalty_due_centavos, advance_centavos, released_at)
    values ('LPRO-2026-0000009', 1, 'SL', 'Salary Loan', '${state}', 100, ${outstanding}, 10, 1200, 12, '2026-10-31',
      ${since}, ${penalty}, ${advance}, now())`;
}

const noLoan = "delete from loan where loan_no = 'LPRO-2026-0000009'";

/** What may be done to loans behind the ledger's back, how it is put right, and what is named. */
export const loanCorruptions = {
  current_loans_are_in_the_books: () => ({
    harm: loanRow({ outstanding: 100 }),
    heal: noLoan,
    account: "ASSOC 1210",
  }),
  past_due_loans_are_in_the_books: () => ({
    harm: loanRow({ state: "past_due", outstanding: 100 }),
    heal: noLoan,
    account: "ASSOC 1220",
  }),
  loan_interest_is_in_the_books: () => ({
    harm: `insert into loan_instalment (loan_id, number, due_on, principal_centavos, interest_centavos, earned_centavos)
      values (-1, 1, '2026-10-31', 0, 5, 5)`,
    heal: "delete from loan_instalment where loan_id = -1",
    account: "ASSOC 1230",
  }),
  loan_penalties_are_in_the_books: () => ({
    harm: loanRow({ penalty: 5 }),
    heal: noLoan,
    account: "ASSOC 1240",
  }),
  loan_advances_are_in_the_books: () => ({
    harm: loanRow({ advance: 5 }),
    heal: noLoan,
    account: "ASSOC 2210",
  }),
  loan_is_its_schedule: () => ({
    harm: loanRow({ outstanding: 100 }),
    heal: noLoan,
    account: "LPRO-2026-0000009",
  }),
  loan_is_what_was_charged_and_paid: () => ({
    harm: loanRow({ penalty: 5 }),
    heal: noLoan,
    account: "LPRO-2026-0000009",
  }),
  loan_batches_are_in_the_books: () => ({
    harm: "insert into loan_accrual values (-1, '2026-10-01', 5, 'LA261101-1')",
    heal: "delete from loan_accrual",
  }),
  loan_payment_is_in_the_books: () => ({
    harm: `${loanRow({})};
      insert into loan_payment (loan_id, reference, source, paid_on, amount_centavos, penalty_centavos,
        interest_centavos, principal_centavos, advance_centavos, journal_entry_id, booked_at, actor)
      select id, 'PAYROLL', 'payroll', '2026-10-31', 5, 0, 0, 5, 0, -1, now(), 'x' from loan`,
    heal: `delete from loan_payment; ${noLoan}`,
    account: "LPRO-2026-0000009",
  }),
} satisfies Record<string, Corruption>;
