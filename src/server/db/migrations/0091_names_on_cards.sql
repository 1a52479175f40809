-- no transaction: rows of remittances are many, and are written to while they are looked through
alter table remittance_line validate constraint remittance_line_verdict_check;
alter table remittance_line validate constraint remittance_line_state_check;
alter table remittance_line validate constraint remittance_line_amount_centavos_check;
alter table remittance_line validate constraint remittance_line_amount_is_known;
alter table remittance_line validate constraint remittance_line_totals_are_passed_over;
alter table remittance_line validate constraint remittance_line_right_is_money;
alter table remittance_line validate constraint remittance_line_settlement_check;
alter table remittance_line validate constraint remittance_line_noted_is_nothing;
-- What a personalized card has printed, as the member saw it at the review; null of the default card and of
-- applications before this.
alter table card_application add column if not exists printed_name text
  check (printed_name ~ '^[A-Z0-9][A-Z0-9 .''-]{1,25}$');
