-- The files between us and the employers who deduct from pay: instalments, contributions and savings.

-- What a member has deducted from the pay each month for an own account. One runs in a month; those before it stay.
create table standing_deduction (
  id bigint generated always as identity primary key,
  account_id bigint not null references member_account (id),
  monthly_centavos bigint not null check (monthly_centavos > 0),
  -- The first day of the first month.
  first_month date not null check (extract(day from first_month) = 1),
  -- The first day of the last month, where another begins in the month after it; null for what goes on.
  until_month date check (extract(day from until_month) = 1),
  -- The paper that the member signed, as the office files it.
  authority text not null check (char_length(btrim(authority)) between 1 and 60),
  set_by text not null,
  set_at timestamptz not null,
  ended_by text,
  ended_at timestamptz,
  check (num_nulls(ended_by, ended_at) in (0, 2)),
  check (until_month >= first_month)
);

create unique index standing_deduction_runs on standing_deduction (account_id)
  where ended_at is null and until_month is null;
create unique index standing_deduction_begins on standing_deduction (account_id, first_month) where ended_at is null;
create index standing_deduction_newest on standing_deduction (set_at, id);
create trigger standing_deduction_stays before delete on standing_deduction
  for each row execute function refuse_change();
create trigger standing_deduction_is_not_emptied before truncate on standing_deduction
  for each statement execute function refuse_change();

create sequence payroll_file_number;

-- What an employer is asked to deduct in a month: made once, the same bytes each time it is opened.
create table payroll_file (
  id bigint generated always as identity primary key,
  reference text not null unique,
  employer text not null check (btrim(employer) <> ''),
  -- The first day of the month.
  month date not null check (extract(day from month) = 1),
  line_count integer not null check (line_count > 0),
  total_centavos bigint not null check (total_centavos > 0),
  made_by text not null,
  made_at timestamptz not null,
  bytes bytea not null,
  sha256 text not null generated always as (encode(sha256(bytes), 'hex')) stored,
  unique (employer, month)
);

create trigger payroll_file_is_final before update or delete on payroll_file
  for each row execute function refuse_change();
create trigger payroll_file_stays before truncate on payroll_file
  for each statement execute function refuse_change();

create table payroll_line (
  file_id bigint not null references payroll_file (id) deferrable initially deferred,
  line integer not null check (line > 0),
  -- What it is for: a loan, or an account of the member.
  loan_id bigint references loan (id),
  account_id bigint references member_account (id),
  due_centavos bigint not null check (due_centavos > 0),
  primary key (file_id, line),
  unique (file_id, loan_id),
  unique (file_id, account_id),
  check (num_nonnulls(loan_id, account_id) = 1)
);

create index payroll_line_by_account on payroll_line (account_id) where account_id is not null;

create trigger payroll_line_is_final before update or delete on payroll_line
  for each row execute function refuse_change();
create trigger payroll_line_stays before truncate on payroll_line
  for each statement execute function refuse_change();

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

create sequence remittance_number;

-- What an employer says was deducted. A file with an unreadable row, or whose rows are not the money that
-- came, is refused as a whole and kept to be looked at.
create table remittance (
  id bigint generated always as identity primary key,
  reference text not null unique,
  employer text not null check (btrim(employer) <> ''),
  month date not null check (extract(day from month) = 1),
  file_name text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  state text not null check (state in ('checked', 'refused', 'withdrawn', 'posting', 'posted')),
  row_count integer not null check (row_count > 0),
  -- The sum of its readable rows, and the money that came.
  total_centavos bigint not null check (total_centavos >= 0),
  received_centavos bigint not null check (received_centavos >= 0),
  sent_by text not null,
  sent_at timestamptz not null,
  approved_by text,
  posted_at timestamptz,
  -- Taken back before anybody asked for its posting: sent under another month or employer.
  withdrawn_by text,
  withdrawn_at timestamptz,
  check (state not in ('checked', 'withdrawn', 'posting', 'posted') or total_centavos = received_centavos),
  check ((state in ('posting', 'posted')) = (approved_by is not null)),
  check ((state = 'posted') = (posted_at is not null)),
  check ((state = 'withdrawn') = (withdrawn_by is not null)),
  check (num_nulls(withdrawn_by, withdrawn_at) in (0, 2))
);

-- One file of an employer and month counts once, whoever sends it under whatever name. What an employer sends each
-- month may be the same to the byte.
create unique index remittance_once on remittance (sha256, employer, month)
  where state not in ('refused', 'withdrawn');
create index remittance_newest on remittance (sent_at, id);
create trigger remittance_stays before delete on remittance
  for each row execute function refuse_change();
create trigger remittance_is_not_emptied before truncate on remittance
  for each statement execute function refuse_change();

create table remittance_line (
  id bigint generated always as identity primary key,
  remittance_id bigint not null references remittance (id),
  line integer not null check (line > 0),
  loan_no text not null,
  account_no text not null,
  membership_no text not null,
  name text not null,
  -- Null where it could not be read; 0 is a deduction that was not made.
  amount_centavos bigint check (amount_centavos >= 0),
  loan_id bigint references loan (id),
  account_id bigint references member_account (id),
  expected_centavos bigint,
  -- What spreadsheets make of an employer's file is judged row by row: a number that was shortened, a row of
  -- another month, nothing deducted, a row of totals or a remark. A loan in trouble gets no payment until it is mended.
  verdict text not null check (verdict in (
    'right', 'other_amount', 'other_month', 'not_deducted', 'not_employed', 'paid_already', 'twice_in_file',
    'loan_ended', 'loan_in_trouble', 'unknown_loan', 'unknown_account', 'two_targets', 'shortened_number', 'totals_row', 'remark_row', 'invalid')),
  -- 'exception' waits for a person, 'settled' had one; 'passed_over' is a row of totals or a remark: no deduction,
  -- and nothing to be done about it.
  state text not null check (state in ('waiting', 'posted', 'exception', 'settled', 'passed_over')),
  -- 'noted': nothing was deducted, so no money moves.
  settlement text check (settlement in ('post', 'give_back', 'noted')),
  settled_by text,
  settled_at timestamptz,
  unique (remittance_id, line),
  constraint remittance_line_check1 check (state <> 'posted' or num_nonnulls(loan_id, account_id) = 1),
  constraint remittance_line_is_for_one_thing check (num_nonnulls(loan_id, account_id) <= 1),
  constraint remittance_line_check2 check (num_nulls(settlement, settled_by, settled_at) in (0, 3)),
  constraint remittance_line_check3 check ((state = 'settled') = (settled_at is not null)),
  constraint remittance_line_amount_is_known check (
    case when amount_centavos is null then verdict in ('invalid', 'shortened_number', 'totals_row', 'remark_row')
      else verdict <> 'invalid' end),
  constraint remittance_line_footers_are_passed_over check (
    (verdict in ('totals_row', 'remark_row')) = (state = 'passed_over')),
  constraint remittance_line_right_is_money check (
    verdict <> 'right' or amount_centavos > 0),
  constraint remittance_line_noted_is_nothing check (
    settlement is null or (settlement = 'noted') = (amount_centavos = 0))
);

create index remittance_line_waiting on remittance_line (remittance_id, id) where state = 'waiting';
create index remittance_line_exceptions on remittance_line (id) where state = 'exception';
create index remittance_line_by_loan on remittance_line (loan_id) where loan_id is not null;
create index remittance_line_by_account on remittance_line (account_id) where account_id is not null;
create trigger remittance_line_stays before delete on remittance_line
  for each row execute function refuse_change();
create trigger remittance_line_is_not_emptied before truncate on remittance_line
  for each statement execute function refuse_change();

-- What came from pay into a member's account: once for a row, by its entry.
create table payroll_deposit (
  line_id bigint primary key references remittance_line (id),
  -- Of the row's account, or of another on which two people posted it.
  account_id bigint not null references member_account (id),
  reference text not null unique,
  amount_centavos bigint not null check (amount_centavos > 0),
  -- Of a capital contribution: what of it may not be taken out.
  fixed_centavos bigint not null check (fixed_centavos between 0 and amount_centavos),
  journal_entry_id bigint not null unique references journal_entry (id),
  booked_at timestamptz not null,
  actor text not null
);

create index payroll_deposit_by_account on payroll_deposit (account_id);
create trigger payroll_deposit_is_final before update or delete on payroll_deposit
  for each row execute function refuse_change();
create trigger payroll_deposit_stays before truncate on payroll_deposit
  for each statement execute function refuse_change();
