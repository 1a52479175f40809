import { type RawBuilder, sql } from "kysely";

/** Held by whoever makes a file of deductions, or writes down what became of a line of one. */
export const PAYROLL_LOCK = "payroll file";

/**
 * Whether no remittance had, before a moment, answered what a file of deductions (payroll_file f) asked for a
 * loan (payroll_line d). Answers are a payment of a remittance of that employer and month, and a row of one
 * that a person settled; a row given back because the deduction was there already answers nothing. So does what
 * the staff wrote down: that it was not deducted. Without an answer the employer may have deducted it and not
 * sent it yet.
 */
export function isUnanswered(before: Date | RawBuilder<Date>): RawBuilder<boolean> {
  return sql<boolean>`not exists (
      select from remittance r
      join loan_payment p on p.loan_id = d.loan_id and p.source = 'payroll'
        and starts_with(p.reference, r.reference || '-') and p.booked_at < ${before}
      where r.employer = f.employer and r.month = f.month
    )
    and not exists (
      select from remittance_line l
      join remittance r on r.id = l.remittance_id and r.employer = f.employer and r.month = f.month
      where l.loan_id = d.loan_id and l.state = 'settled' and l.settled_at < ${before}
        and l.verdict not in ('twice_in_file', 'paid_already')
    )
    and not exists (
      select from payroll_line_undone u
      where u.file_id = d.file_id and u.line = d.line and u.said_at < ${before}
    )`;
}
