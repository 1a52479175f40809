import { sql } from "kysely";

/**
 * Whether no remittance has answered what a file of deductions (payroll_file f) asked for an account (payroll_line d):
 * as isUnanswered of a loan (askedOfPay.ts), which also knows what the staff wrote down.
 */
export const isUnansweredForAccount = sql<boolean>`not exists (
    select from payroll_deposit y
    join remittance_line l on l.id = y.line_id
    join remittance r on r.id = l.remittance_id and r.employer = f.employer and r.month = f.month
    where y.account_id = d.account_id
  )
  and not exists (
    select from remittance_line l
    join remittance r on r.id = l.remittance_id and r.employer = f.employer and r.month = f.month
    where l.account_id = d.account_id and l.state = 'settled' and l.verdict not in ('twice_in_file', 'paid_already')
  )`;
