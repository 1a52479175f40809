-- What spreadsheets make of an employer's file is judged row by row: a number that was shortened, a row of
-- another month, nothing deducted, a row of totals. Checked in full by the next file.

alter table remittance_line
  drop constraint remittance_line_verdict_check,
  add constraint remittance_line_verdict_check check (verdict in (
    'right', 'other_amount', 'other_month', 'not_deducted', 'not_employed', 'paid_already', 'twice_in_file',
    'loan_ended', 'loan_in_trouble', 'unknown_loan', 'shortened_number', 'totals_row', 'invalid')) not valid,
  -- 'passed_over' is a row of totals: no deduction, and nothing to be done about it.
  drop constraint remittance_line_state_check,
  add constraint remittance_line_state_check check (
    state in ('waiting', 'posted', 'exception', 'settled', 'passed_over')) not valid,
  -- 0 is a deduction that was not made.
  drop constraint remittance_line_amount_centavos_check,
  add constraint remittance_line_amount_centavos_check check (amount_centavos >= 0) not valid,
  drop constraint remittance_line_check,
  add constraint remittance_line_amount_is_known check (
    case when amount_centavos is null then verdict in ('invalid', 'shortened_number', 'totals_row')
      else verdict <> 'invalid' end) not valid,
  add constraint remittance_line_totals_are_passed_over check (
    (verdict = 'totals_row') = (state = 'passed_over')) not valid,
  add constraint remittance_line_right_is_money check (
    verdict <> 'right' or amount_centavos > 0) not valid,
  -- 'noted': nothing was deducted, so no money moves.
  drop constraint remittance_line_settlement_check,
  add constraint remittance_line_settlement_check check (
    settlement in ('post', 'give_back', 'noted')) not valid,
  add constraint remittance_line_noted_is_nothing check (
    settlement is null or (settlement = 'noted') = (amount_centavos = 0)) not valid;
