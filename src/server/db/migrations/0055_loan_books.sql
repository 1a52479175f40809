-- Loans in trouble get no payment until they are mended: rows of remittances wait for that. What an employer
-- was asked to deduct and never will is written down, so that the next file asks for it again. Deposits stand
-- behind loans for vehicles.

alter table remittance_line
  drop constraint remittance_line_verdict_check,
  add constraint remittance_line_verdict_check check (verdict in (
    'right', 'other_amount', 'not_employed', 'paid_already', 'twice_in_file', 'loan_ended', 'loan_in_trouble',
    'unknown_loan', 'invalid')) not valid;

-- That a line of a file of deductions was not deducted, as somebody of the staff learned. Final.
create table payroll_line_undone (
  file_id bigint not null,
  line integer not null,
  said_by text not null,
  said_at timestamptz not null,
  reason text not null check (char_length(btrim(reason)) between 1 and 300),
  primary key (file_id, line),
  foreign key (file_id, line) references payroll_line (file_id, line)
);
create trigger payroll_line_undone_is_final before update or delete on payroll_line_undone
  for each row execute function refuse_change();
create trigger payroll_line_undone_stays before truncate on payroll_line_undone
  for each statement execute function refuse_change();

insert into role_action (role, action, scope) values
  ('loan_officer', 'payroll.undo_line', 'all'),
  ('supervisor', 'payroll.undo_line', 'all');

-- What savings there are when it is released stand behind the loan, up to its principal.
alter table loan_product add column holds_deposits boolean not null default false;
update loan_product set holds_deposits = true where security like '%hold-out on deposits%';
