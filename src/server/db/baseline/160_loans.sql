-- Loans: what is lent (products), how one comes about (applications, offers), and the loans themselves with
-- schedule, payments, accruals and penalties. Amounts are centavos; rates are hundredths of a percent.

-- The products: what is lent, to whom, at what price.
create table loan_product (
  code text primary key check (code ~ '^[A-Z]{2}(-[A-Z]{2,3})?$'),
  position smallint not null unique,
  label text not null,
  -- Nominal rate of a year on the diminishing balance.
  annual_rate bigint not null check (annual_rate between 0 and 10000),
  terms smallint[] not null check (cardinality(terms) > 0),
  min_centavos bigint not null check (min_centavos > 0),
  max_centavos bigint not null check (max_centavos >= min_centavos),
  limit_rule text not null,
  security text not null,
  -- The processing fee: a share of the principal of at least so much, and a fixed sum.
  fee_rate bigint not null check (fee_rate between 0 and 1000),
  fee_minimum_centavos bigint not null check (fee_minimum_centavos >= 0),
  fee_fixed_centavos bigint not null check (fee_fixed_centavos >= 0),
  -- Documentary stamp tax for each 200 pesos or part of them, on loans above.
  stamp_tax_per_200_centavos bigint not null check (stamp_tax_per_200_centavos >= 0),
  stamp_tax_above_centavos bigint not null check (stamp_tax_above_centavos >= 0),
  -- Loan protection: a share of the principal for each year, taken at the release.
  premium_rate bigint not null check (premium_rate between 0 and 1000),
  -- For each month on what is overdue, after so many days of grace.
  penalty_rate bigint not null check (penalty_rate between 0 and 1000),
  grace_days smallint not null check (grace_days between 0 and 10),
  due_rule text not null check (due_rule in ('month_end', 'day_16')),
  repayment_channel text not null
    check (repayment_channel in ('payroll_deduction', 'payroll_deduction_or_auto_debit', 'pension_deduction')),
  renewal_percent smallint not null check (renewal_percent between 0 and 100),
  down_payment_percent smallint not null check (down_payment_percent between 0 and 100),
  -- Who may have it; empty is everybody.
  member_statuses text[] not null,
  employers text[] not null,
  take_home_floor_centavos bigint check (take_home_floor_centavos >= 0),
  max_age_at_maturity smallint,
  -- Products of which the member has a loan already.
  requires text[] not null,
  -- What is asked of the thing that stands behind the loan.
  collateral text[] not null,
  is_same_day boolean not null,
  -- The capital contribution stands behind the loan and is held for it.
  has_hold_out boolean not null,
  -- What savings there are when it is released stand behind the loan, up to its principal.
  holds_deposits boolean not null default false
);

insert into loan_product values
  ('SL', 1, 'Salary Loan', 1200, '{12,24,36,48,60}', 500000, 200000000, '12 x monthly salary + deposits and capital contribution', 'unsecured, automatic salary deduction', 100, 0, 0, 150, 25000000, 55, 200, 5, 'month_end', 'payroll_deduction', 20, 0, '{active}', '{PNP,BFP,Others}', 500000, null, '{}', '{}', false, false, false),
  ('EM', 2, 'Emergency Loan', 1200, '{3,6,9,12,18,24}', 300000, 10000000, '2 x monthly salary', 'unsecured, automatic salary deduction', 50, 0, 0, 150, 25000000, 55, 200, 5, 'month_end', 'payroll_deduction', 20, 0, '{active}', '{}', 500000, null, '{}', '{}', true, false, false),
  ('AS', 3, 'Universal Loan', 1350, '{12,24,36,48,60}', 1000000, 150000000, '13 x monthly salary + deposits and capital contribution', 'unsecured, automatic salary deduction', 100, 0, 0, 150, 25000000, 55, 200, 5, 'month_end', 'payroll_deduction', 20, 0, '{active}', '{}', 500000, null, '{}', '{}', false, false, false),
  ('AL', 4, 'AffordaLoan', 1500, '{6,12,18,24,36,48,60}', 500000, 10000000, 'up to PHP 100,000', 'unsecured, automatic salary deduction', 100, 0, 0, 150, 25000000, 55, 200, 5, 'month_end', 'payroll_deduction', 20, 0, '{active}', '{}', 500000, null, '{}', '{}', false, false, false),
  ('BL', 5, 'Kapartner Loan', 700, '{6,12,24,36}', 500000, 500000000, '90 % of the free capital contribution (above the fixed 10 %)', 'hold-out on capital contribution (back-to-back)', 0, 0, 0, 150, 25000000, 55, 200, 5, 'month_end', 'payroll_deduction_or_auto_debit', 20, 0, '{active,retired}', '{}', null, null, '{}', '{}', false, true, false),
  ('PL', 6, 'Pension Loan', 1200, '{12,24,36}', 500000, 100000000, '12 x monthly pension; age at maturity at most 75', 'pension deduction', 100, 0, 0, 150, 25000000, 55, 200, 5, 'day_16', 'pension_deduction', 20, 0, '{retired}', '{}', null, 75, '{}', '{}', false, false, false),
  ('AP', 7, 'Additional Pension Loan', 1300, '{12,24,36}', 500000, 30000000, 'top-up on a current PL; total deduction at most 60 % of pension', 'pension deduction', 100, 0, 0, 150, 25000000, 55, 200, 5, 'day_16', 'pension_deduction', 20, 0, '{retired}', '{}', null, 75, '{PL}', '{}', false, false, false),
  ('OP', 8, 'Other Pension Loan', 1350, '{12,24}', 500000, 20000000, '6 x monthly pension from another pension payer (survivor, GSIS, SSS, PVAO)', 'pension deduction or post-dated auto debit', 100, 0, 0, 150, 25000000, 55, 200, 5, 'day_16', 'pension_deduction', 20, 0, '{retired,survivor}', '{}', null, 75, '{}', '{}', false, false, false),
  ('MT', 9, 'Motorcycle Loan', 1500, '{12,24,36}', 2000000, 25000000, '80 % of the dealer price', 'chattel mortgage', 150, 50000, 0, 150, 25000000, 55, 200, 5, 'month_end', 'payroll_deduction', 20, 20, '{active}', '{}', null, null, '{}', '{brand,model,engineNo,chassisNo,orCrNo}', false, false, false),
  ('BL-PVL', 10, 'Vehicle Loan (Pre-Owned)', 1275, '{12,24,36,48}', 10000000, 150000000, '70 % of appraised value; vehicle at most 10 years old at maturity', 'chattel mortgage and hold-out on deposits', 0, 0, 200000, 150, 25000000, 55, 200, 5, 'month_end', 'payroll_deduction', 20, 30, '{active,retired}', '{}', null, null, '{}', '{make,model,year,plateNo,engineNo,chassisNo,orCrNo,appraisedValue}', false, false, true),
  ('BL-VL', 11, 'Vehicle Loan (Brand New)', 1050, '{12,24,36,48,60}', 30000000, 300000000, '80 % of the invoice price', 'chattel mortgage and hold-out on deposits', 0, 0, 200000, 150, 25000000, 55, 200, 5, 'month_end', 'payroll_deduction', 20, 20, '{active,retired}', '{}', null, null, '{}', '{make,model,year,engineNo,chassisNo,conductionSticker}', false, false, true);

-- What may happen to an application and to a loan, and by whom it may be caused.
create table loan_application_transition (
  from_state text not null,
  to_state text not null,
  actor_kinds text[] not null check (actor_kinds <@ '{member,staff,system,job}' and cardinality(actor_kinds) > 0),
  said text not null,
  primary key (from_state, to_state)
);

insert into loan_application_transition (from_state, to_state, actor_kinds, said) values
  ('submitted', 'for_verification', '{staff}', 'a loan officer takes it: identity, membership standing, duty status certificate'),
  ('for_verification', 'for_documents', '{staff}', 'documents are missing; the member is told which'),
  ('for_documents', 'for_verification', '{member,staff}', 'documents received'),
  ('for_verification', 'for_approval', '{staff}', 'net take-home pay and limit computed, amount and term proposed'),
  ('for_approval', 'for_verification', '{staff}', 'sent back to be revised'),
  ('for_approval', 'approved', '{staff}', 'by an approver, never the processor; two above the limit'),
  ('for_approval', 'rejected', '{staff}', 'with a reason; the member is told'),
  ('approved', 'for_signing', '{system}', 'disclosure statement issued before the member is bound (R.A. 3765)'),
  ('for_signing', 'for_approval', '{staff}', 'the offer is revised and approved anew'),
  ('for_signing', 'released', '{staff}', 'the member accepted the offer; the release entry is posted with it'),
  -- Who asks at the counter is not left to do it alone.
  ('submitted', 'cancelled', '{member,staff}', 'withdrawn'),
  ('for_verification', 'cancelled', '{member,staff}', 'withdrawn'),
  ('for_documents', 'cancelled', '{member,staff,job}', 'withdrawn, or no documents for 30 days'),
  ('for_approval', 'cancelled', '{member,staff}', 'withdrawn'),
  ('approved', 'cancelled', '{member,staff,job}', 'withdrawn, or not taken up for 30 days'),
  ('for_signing', 'cancelled', '{member,staff,job}', 'withdrawn, or the offer is over after 30 days'),
  ('released', 'active', '{system}', 'the release entry is posted, the schedule is fixed'),
  ('active', 'past_due', '{job}', 'an instalment is unpaid after the days of grace'),
  ('past_due', 'active', '{system}', 'arrears cleared'),
  ('active', 'fully_paid', '{system}', 'nothing is left to pay'),
  ('past_due', 'restructured', '{staff}', 'by an approver'),
  ('past_due', 'written_off', '{staff}', 'by authority of the board');

create sequence loan_application_number;

create table loan_application (
  id bigint generated always as identity primary key,
  application_no text not null unique check (application_no ~ '^LA-[0-9]{4}-[0-9]{7,}$'),
  member_id bigint not null references member (id),
  -- The member's branch at the time.
  office_id bigint references office (id),
  product text not null references loan_product (code),
  -- What was asked for, 0 to 999,999,999 pesos.
  amount_centavos bigint not null check (amount_centavos between 0 and 99999999900),
  -- Over how many months the member wishes to pay; null where the form did not say.
  months_wished smallint check (months_wished between 1 and 120),
  last_name text not null,
  first_name text not null,
  middle_name text not null default '',
  qualifier text not null default '',
  contact_no text not null,
  email_address text not null,
  employer text not null check (employer in ('PNP', 'BFP', 'Others')),
  -- SHA-256 of what the form said: the same form is one application while it is open.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  state text not null default 'submitted' check (state in (
    'submitted', 'for_verification', 'for_documents', 'for_approval', 'approved', 'for_signing',
    'released', 'rejected', 'cancelled')),
  -- One more with each change of state.
  version integer not null default 1 check (version > 0),
  assigned_staff_id bigint references staff (id),
  -- What verification found and proposes.
  monthly_salary_centavos bigint check (monthly_salary_centavos >= 0),
  take_home_centavos bigint check (take_home_centavos >= 0),
  limit_centavos bigint check (limit_centavos >= 0),
  proposed_centavos bigint check (proposed_centavos > 0),
  proposed_months smallint check (proposed_months between 1 and 120),
  filed_at timestamptz not null,
  changed_at timestamptz not null,
  ended_at timestamptz,
  -- Told to the member: which documents are missing, or why it ended.
  reason text not null default '' check (char_length(reason) <= 300),
  correlation_id text not null,
  check ((ended_at is not null) = (state in ('released', 'rejected', 'cancelled')))
);

create unique index loan_application_once_open on loan_application (member_id, content_hash)
  where state not in ('released', 'rejected', 'cancelled');
create index loan_application_by_member on loan_application (member_id, id desc);
create index loan_application_open on loan_application (state, filed_at)
  where state not in ('released', 'rejected', 'cancelled');

-- What happened to an application, by whom, why and when. Final.
create table loan_application_event (
  id bigint generated always as identity primary key,
  application_id bigint not null references loan_application (id),
  from_state text not null,
  to_state text not null,
  actor_kind text not null check (actor_kind in ('member', 'staff', 'system', 'job')),
  -- The member's guid, a staff name or a job's name.
  actor text not null check (char_length(actor) between 1 and 100),
  reason text not null default '' check (char_length(reason) <= 300),
  at timestamptz not null,
  correlation_id text not null,
  -- The transaction that wrote it, in which alone it may change the application.
  transaction_id xid8 not null default pg_current_xact_id()
);

create index loan_application_event_by_application on loan_application_event (application_id, id desc);
create trigger loan_application_event_is_final before update or delete on loan_application_event
  for each row execute function refuse_change();
create trigger loan_application_event_stays before truncate on loan_application_event
  for each statement execute function refuse_change();

create sequence loan_disclosure_number;

-- What was approved, as the member accepts it or not. A revision is a further version.
create table loan_offer (
  id bigint generated always as identity primary key,
  application_id bigint not null references loan_application (id),
  version smallint not null check (version > 0),
  principal_centavos bigint not null check (principal_centavos > 0),
  months smallint not null check (months between 1 and 120),
  annual_rate bigint not null check (annual_rate between 0 and 10000),
  processing_fee_centavos bigint not null check (processing_fee_centavos >= 0),
  stamp_tax_centavos bigint not null check (stamp_tax_centavos >= 0),
  premium_centavos bigint not null check (premium_centavos >= 0),
  net_proceeds_centavos bigint not null check (net_proceeds_centavos > 0),
  monthly_amortization_centavos bigint not null check (monthly_amortization_centavos > 0),
  -- Millionths: 126825 is 12.6825 percent.
  effective_monthly_rate bigint not null check (effective_monthly_rate >= 0),
  effective_annual_rate bigint not null check (effective_annual_rate >= 0),
  -- If the money is released on the day of the offer.
  first_due_on date not null,
  disclosure_no text not null unique check (disclosure_no ~ '^DS-[0-9]{4}-[0-9]{7,}$'),
  made_by text not null check (char_length(made_by) between 1 and 100),
  made_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > made_at),
  accepted_at timestamptz,
  -- The code that the member accepted it with.
  accepted_pin_id uuid,
  -- The product's rules as they were when the offer was made.
  due_rule text check (due_rule in ('month_end', 'day_16')),
  penalty_rate bigint check (penalty_rate >= 0),
  grace_days smallint check (grace_days between 0 and 10),
  unique (application_id, version),
  check (net_proceeds_centavos = principal_centavos - processing_fee_centavos - stamp_tax_centavos - premium_centavos),
  check ((accepted_at is null) = (accepted_pin_id is null)),
  check (accepted_at < expires_at)
);

create sequence loan_number;

create table loan (
  id bigint generated always as identity primary key,
  loan_no text not null unique,
  member_id bigint not null references member (id),
  loan_type text not null constraint loan_type_is_a_product references loan_product (code),
  name text not null,
  principal_outstanding_centavos bigint not null check (principal_outstanding_centavos >= 0),
  overdue_centavos bigint not null default 0 check (overdue_centavos >= 0),
  monthly_amortization_centavos bigint not null check (monthly_amortization_centavos >= 0),
  released_at timestamptz not null,
  application_id bigint unique references loan_application (id),
  state text not null default 'active'
    check (state in ('active', 'past_due', 'restructured', 'fully_paid', 'written_off')),
  principal_centavos bigint not null check (principal_centavos > 0),
  annual_rate bigint not null check (annual_rate between 0 and 10000),
  months smallint not null check (months between 1 and 120),
  first_due_on date not null,
  -- The product's rules as they were at the release.
  due_rule text not null default 'month_end' check (due_rule in ('month_end', 'day_16')),
  penalty_rate bigint not null default 200 check (penalty_rate >= 0),
  grace_days smallint not null default 5 check (grace_days between 0 and 10),
  net_proceeds_centavos bigint check (net_proceeds_centavos > 0),
  effective_annual_rate bigint check (effective_annual_rate >= 0),
  -- The first instalment that is not paid in full; one more than there are when all are.
  next_unpaid smallint not null default 1 check (next_unpaid >= 1),
  -- When the oldest unpaid instalment was due, while the loan is past due.
  past_due_since date,
  -- Charged and not paid.
  penalty_due_centavos bigint not null default 0 check (penalty_due_centavos >= 0),
  -- Paid ahead of what is due (ASSOC 2210).
  advance_centavos bigint not null default 0 check (advance_centavos >= 0),
  -- Given back of what was paid ahead.
  refunded_centavos bigint not null default 0 check (refunded_centavos >= 0),
  release_entry_id bigint references journal_entry (id),
  -- What of the capital contribution is held for it.
  hold_id bigint references ledger_hold (id),
  ended_at timestamptz,
  constraint loan_owes_at_most check (principal_outstanding_centavos <= principal_centavos),
  constraint loan_past_due_since check ((state = 'past_due') = (past_due_since is not null)),
  constraint loan_ended check ((ended_at is not null) = (state in ('fully_paid', 'written_off'))),
  constraint loan_paid_owes_nothing check (state <> 'fully_paid'
    or (principal_outstanding_centavos = 0 and penalty_due_centavos = 0))
-- Room for new versions of a row on its own page: the days change many figures and no index.
) with (fillfactor = 70);

create index loan_by_member on loan (member_id);
create index loan_open on loan (id) where state in ('active', 'past_due');
create index loan_by_release on loan
  using brin (released_at) with (pages_per_range = 16, autosummarize = on);

create table loan_instalment (
  loan_id bigint not null references loan (id),
  number smallint not null check (number > 0),
  due_on date not null,
  principal_centavos bigint not null check (principal_centavos >= 0),
  interest_centavos bigint not null check (interest_centavos >= 0),
  -- The part of the interest that is in the books as earned (ASSOC 4010).
  earned_centavos bigint not null default 0,
  paid_principal_centavos bigint not null default 0,
  paid_interest_centavos bigint not null default 0,
  primary key (loan_id, number),
  constraint instalment_paid_at_most check (paid_principal_centavos between 0 and principal_centavos),
  -- What is paid is earned.
  constraint instalment_earned_at_most check (paid_interest_centavos between 0 and earned_centavos
    and earned_centavos <= interest_centavos)
) with (fillfactor = 85);

-- Money that came for a loan and what it went to. Final.
create table loan_payment (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loan (id),
  -- What the payer calls it; taken once for each loan.
  reference text not null check (char_length(reference) between 1 and 60),
  -- 'advance': what was paid ahead went to an instalment that became due.
  source text not null check (source in ('payroll', 'counter', 'cash', 'online', 'automatic', 'advance')),
  paid_on date not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  penalty_centavos bigint not null check (penalty_centavos >= 0),
  interest_centavos bigint not null check (interest_centavos >= 0),
  principal_centavos bigint not null check (principal_centavos >= 0),
  -- Left over: kept for the instalments to come.
  advance_centavos bigint not null check (advance_centavos >= 0),
  -- It ended the loan before its time.
  is_settlement boolean not null default false,
  journal_entry_id bigint not null references journal_entry (id),
  booked_at timestamptz not null,
  actor text not null,
  -- Of a member's own order, so that it is one payment however often it is sent.
  order_key text check (char_length(order_key) between 1 and 100),
  unique (loan_id, reference),
  unique (loan_id, order_key),
  check ((source = 'online') = (order_key is not null)),
  check (amount_centavos = penalty_centavos + interest_centavos + principal_centavos + advance_centavos),
  check (source <> 'advance' or advance_centavos = 0)
);

create index loan_payment_by_moment on loan_payment
  using brin (booked_at) with (pages_per_range = 16, autosummarize = on);
create trigger loan_payment_is_final before update or delete on loan_payment
  for each row execute function refuse_change();

-- Interest that a month's accrual booked as earned: once for each loan and month. `entry_reference` is the
-- journal entry of its batch (LOAN_ACCRUAL monthly). Zero where accrual is stopped.
create table loan_accrual (
  loan_id bigint not null references loan (id),
  month date not null check (extract(day from month) = 1),
  amount_centavos bigint not null check (amount_centavos >= 0),
  entry_reference text not null,
  primary key (loan_id, month)
);

create index loan_accrual_by_month on loan_accrual
  using brin (month) with (pages_per_range = 16, autosummarize = on);
create trigger loan_accrual_is_final before update or delete on loan_accrual
  for each row execute function refuse_change();

-- Penalties: once for each loan and month, on what was overdue that day (LOAN_PENALTY charge).
create table loan_penalty (
  loan_id bigint not null references loan (id),
  month date not null check (extract(day from month) = 1),
  charged_on date not null,
  overdue_centavos bigint not null check (overdue_centavos > 0),
  amount_centavos bigint not null check (amount_centavos >= 0),
  entry_reference text not null,
  primary key (loan_id, month)
);

create index loan_penalty_by_day on loan_penalty
  using brin (charged_on) with (pages_per_range = 16, autosummarize = on);
create trigger loan_penalty_is_final before update or delete on loan_penalty
  for each row execute function refuse_change();

create sequence loan_batch_number;

-- How far the work of a day came over all loans: it goes on there after a stop.
create table loan_run (
  day date not null,
  stage text not null check (stage in ('accrual', 'penalty', 'ageing')),
  last_loan_id bigint not null default 0,
  loans bigint not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (day, stage)
);

-- Loans that the work of a day could not be done to. All others go on without them; each is tried again from
-- there until it is caught up.
create table loan_in_trouble (
  loan_id bigint not null references loan (id),
  day date not null,
  stage text not null check (stage in ('accrual', 'penalty', 'ageing')),
  reason text not null,
  left_at timestamptz not null,
  -- Of the last time, of so many.
  failed_at timestamptz not null check (failed_at >= left_at),
  tries integer not null default 1 check (tries > 0),
  caught_up_at timestamptz,
  primary key (loan_id, day, stage)
);

create unique index loan_in_trouble_open on loan_in_trouble (loan_id) where caught_up_at is null;

-- What a disclosure statement says, word for word, written with its offer: the document (loan_disclosure) is
-- drawn of it afterwards.
create table loan_statement (
  offer_id bigint primary key references loan_offer (id),
  language text not null check (language in ('en', 'fil')),
  page jsonb not null,
  fixed_at timestamptz not null
);

create trigger loan_statement_is_final before update or delete on loan_statement
  for each row execute function refuse_change();
create trigger loan_statement_stays before truncate on loan_statement
  for each statement execute function refuse_change();
