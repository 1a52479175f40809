-- Loans: what is lent (products), how one comes about (applications, offers), and the loans themselves with
-- schedule, payments, accruals and penalties. Amounts are centavos; rates are hundredths of a percent.

-- The products of data/loan-products.json; a test compares the two.
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
  has_hold_out boolean not null
);
insert into loan_product values
  ('SL', 1, 'Salary Loan', 1200, '{12,24,36,48,60}', 500000, 200000000, '12 x monthly salary + deposits and capital contribution', 'unsecured, automatic salary deduction', 100, 0, 0, 150, 25000000, 55, 200, 5, 'month_end', 'payroll_deduction', 20, 0, '{active}', '{PNP,BFP,Others}', 500000, null, '{}', '{}', false, false),
  ('EM', 2, 'Emergency Loan', 1200, '{3,6,9,12,18,24}', 300000, 10000000, '2 x monthly salary', 'unsecured, automatic salary deduction', 50, 0, 0, 150, 25000000, 55, 200, 5, 'month_end', 'payroll_deduction', 20, 0, '{active}', '{}', 500000, null, '{}', '{}', true, false),
  ('AS', 3, 'Universal Loan', 1350, '{12,24,36,48,60}', 1000000, 150000000, '13 x monthly salary + deposits and capital contribution', 'unsecured, automatic salary deduction', 100, 0, 0, 150, 25000000, 55, 200, 5, 'month_end', 'payroll_deduction', 20, 0, '{active}', '{}', 500000, null, '{}', '{}', false, false),
  ('AL', 4, 'AffordaLoan', 1500, '{6,12,18,24,36,48,60}', 500000, 10000000, 'up to PHP 100,000', 'unsecured, automatic salary deduction', 100, 0, 0, 150, 25000000, 55, 200, 5, 'month_end', 'payroll_deduction', 20, 0, '{active}', '{}', 500000, null, '{}', '{}', false, false),
  ('BL', 5, 'Kapartner Loan', 700, '{6,12,24,36}', 500000, 500000000, '90 % of the free capital contribution (above the fixed 10 %)', 'hold-out on capital contribution (back-to-back)', 0, 0, 0, 150, 25000000, 55, 200, 5, 'month_end', 'payroll_deduction_or_auto_debit', 20, 0, '{active,retired}', '{}', null, null, '{}', '{}', false, true),
  ('PL', 6, 'Pension Loan', 1200, '{12,24,36}', 500000, 100000000, '12 x monthly pension; age at maturity at most 75', 'pension deduction', 100, 0, 0, 150, 25000000, 55, 200, 5, 'day_16', 'pension_deduction', 20, 0, '{retired}', '{}', null, 75, '{}', '{}', false, false),
  ('AP', 7, 'Additional Pension Loan', 1300, '{12,24,36}', 500000, 30000000, 'top-up on a current PL; total deduction at most 60 % of pension', 'pension deduction', 100, 0, 0, 150, 25000000, 55, 200, 5, 'day_16', 'pension_deduction', 20, 0, '{retired}', '{}', null, 75, '{PL}', '{}', false, false),
  ('OP', 8, 'Other Pension Loan', 1350, '{12,24}', 500000, 20000000, '6 x monthly pension from another pension payer (survivor, GSIS, SSS, PVAO)', 'pension deduction or post-dated auto debit', 100, 0, 0, 150, 25000000, 55, 200, 5, 'day_16', 'pension_deduction', 20, 0, '{retired,survivor}', '{}', null, 75, '{}', '{}', false, false),
  ('MT', 9, 'Motorcycle Loan', 1500, '{12,24,36}', 2000000, 25000000, '80 % of the dealer price', 'chattel mortgage', 150, 50000, 0, 150, 25000000, 55, 200, 5, 'month_end', 'payroll_deduction', 20, 20, '{active}', '{}', null, null, '{}', '{brand,model,engineNo,chassisNo,orCrNo}', false, false),
  ('BL-PVL', 10, 'Vehicle Loan (Pre-Owned)', 1275, '{12,24,36,48}', 10000000, 150000000, '70 % of appraised value; vehicle at most 10 years old at maturity', 'chattel mortgage and hold-out on deposits', 0, 0, 200000, 150, 25000000, 55, 200, 5, 'month_end', 'payroll_deduction', 20, 30, '{active,retired}', '{}', null, null, '{}', '{make,model,year,plateNo,engineNo,chassisNo,orCrNo,appraisedValue}', false, false),
  ('BL-VL', 11, 'Vehicle Loan (Brand New)', 1050, '{12,24,36,48,60}', 30000000, 300000000, '80 % of the invoice price', 'chattel mortgage and hold-out on deposits', 0, 0, 200000, 150, 25000000, 55, 200, 5, 'month_end', 'payroll_deduction', 20, 20, '{active,retired}', '{}', null, null, '{}', '{make,model,year,engineNo,chassisNo,conductionSticker}', false, false);

-- What may happen to an application and to a loan: data/loan-workflow.json; a test compares the two.
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
  ('submitted', 'cancelled', '{member}', 'withdrawn'),
  ('for_verification', 'cancelled', '{member}', 'withdrawn'),
  ('for_documents', 'cancelled', '{member,job}', 'withdrawn, or no documents for 30 days'),
  ('for_approval', 'cancelled', '{member}', 'withdrawn'),
  ('approved', 'cancelled', '{member,job}', 'withdrawn, or not taken up for 30 days'),
  ('for_signing', 'cancelled', '{member,job}', 'withdrawn, or the offer is over after 30 days'),
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

/* Nothing happens to an application but what the table allows, in the state it is in, by who may cause it. */
create function loan_event_is_allowed() returns trigger language plpgsql as $$
begin
  new.transaction_id := pg_current_xact_id();
  if not exists (
    select from public.loan_application_transition t
    where t.from_state = new.from_state and t.to_state = new.to_state and new.actor_kind = any (t.actor_kinds)
  ) then
    raise exception 'an application does not go from % to % by %', new.from_state, new.to_state, new.actor_kind
      using errcode = 'LN001';
  end if;
  if new.from_state is distinct from (
    select a.state from public.loan_application a where a.id = new.application_id
  ) then
    raise exception 'application % is not in the state %', new.application_id, new.from_state using errcode = 'LN002';
  end if;
  return new;
end $$;
create trigger loan_event_is_allowed before insert on loan_application_event
  for each row execute function loan_event_is_allowed();

/* What was written down was also done: else the newest event would tell another state than the application. */
create function loan_event_was_done() returns trigger language plpgsql as $$
begin
  if exists (
    select from public.loan_application a
    where a.id = new.application_id and a.state <> (
      select e.to_state from public.loan_application_event e
      where e.application_id = a.id order by e.id desc limit 1)
  ) then
    raise exception 'application % did not become %', new.application_id, new.to_state using errcode = 'LN003';
  end if;
  return null;
end $$;
create constraint trigger loan_event_was_done after insert on loan_application_event
  deferrable initially deferred for each row execute function loan_event_was_done();

/* An application begins submitted and changes its state only with an event of the same transaction. */
create function loan_application_moves_by_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'submitted' then
      raise exception 'an application begins submitted' using errcode = 'LN004';
    end if;
  elsif new.state <> old.state and not exists (
    select from public.loan_application_event e
    where e.application_id = new.id and e.transaction_id = pg_current_xact_id()
      and e.from_state = old.state and e.to_state = new.state
  ) then
    raise exception 'application % changes its state without an event', new.id using errcode = 'LN004';
  end if;
  return new;
end $$;
create trigger loan_application_moves_by_event before insert or update of state on loan_application
  for each row execute function loan_application_moves_by_event();

-- What was approved, as the member accepts it or not. A revision is a further version.
create sequence loan_disclosure_number;
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
  unique (application_id, version),
  check (net_proceeds_centavos = principal_centavos - processing_fee_centavos - stamp_tax_centavos - premium_centavos),
  check ((accepted_at is null) = (accepted_pin_id is null)),
  check (accepted_at < expires_at)
);

/* What was put to a member stays as it was put; it can be accepted once. */
create function loan_offer_stays() returns trigger language plpgsql as $$
begin
  if old.accepted_at is not null
    or to_jsonb(old) - '{accepted_at,accepted_pin_id}'::text[] <> to_jsonb(new) - '{accepted_at,accepted_pin_id}'::text[] then
    raise exception 'offer % is final', old.disclosure_no using errcode = '42501';
  end if;
  return new;
end $$;
create trigger loan_offer_stays before update on loan_offer for each row execute function loan_offer_stays();

create sequence loan_number;
alter table loan
  add constraint loan_type_is_a_product foreign key (loan_type) references loan_product (code),
  add column application_id bigint unique references loan_application (id),
  add column state text not null default 'active'
    check (state in ('active', 'past_due', 'restructured', 'fully_paid', 'written_off')),
  add column principal_centavos bigint check (principal_centavos > 0),
  add column annual_rate bigint check (annual_rate between 0 and 10000),
  add column months smallint check (months between 1 and 120),
  add column first_due_on date,
  -- The product's rules as they were at the release.
  add column due_rule text not null default 'month_end' check (due_rule in ('month_end', 'day_16')),
  add column penalty_rate bigint not null default 200 check (penalty_rate >= 0),
  add column grace_days smallint not null default 5 check (grace_days between 0 and 10),
  add column net_proceeds_centavos bigint check (net_proceeds_centavos > 0),
  add column effective_annual_rate bigint check (effective_annual_rate >= 0),
  -- The first instalment that is not paid in full; one more than there are when all are.
  add column next_unpaid smallint not null default 1 check (next_unpaid >= 1),
  -- When the oldest unpaid instalment was due, while the loan is past due.
  add column past_due_since date,
  -- Charged and not paid.
  add column penalty_due_centavos bigint not null default 0 check (penalty_due_centavos >= 0),
  -- Paid ahead of what is due (ASSOC 2210).
  add column advance_centavos bigint not null default 0 check (advance_centavos >= 0),
  -- Given back of what was paid ahead.
  add column refunded_centavos bigint not null default 0 check (refunded_centavos >= 0),
  add column release_entry_id bigint references journal_entry (id),
  -- What of the capital contribution is held for it.
  add column hold_id bigint references ledger_hold (id),
  add column ended_at timestamptz;

-- Loans from before there were schedules: their balance is paid off by the instalment they have.
update loan l set principal_centavos = greatest(l.principal_outstanding_centavos, 1),
  annual_rate = p.annual_rate, due_rule = p.due_rule, penalty_rate = p.penalty_rate, grace_days = p.grace_days,
  state = case when l.principal_outstanding_centavos = 0 then 'fully_paid' else 'active' end,
  ended_at = case when l.principal_outstanding_centavos = 0 then l.released_at end,
  overdue_centavos = 0,
  first_due_on = (date_trunc('month', now() at time zone 'Asia/Manila') + interval '1 month - 1 day')::date
    - case when p.due_rule = 'day_16' then extract(day from date_trunc('month', now() at time zone 'Asia/Manila')
      + interval '1 month - 1 day')::integer - 16 else 0 end
from loan_product p where p.code = l.loan_type;

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

with recursive plan as (
  select l.id, 0 as number, null::bigint as principal, null::bigint as interest, l.principal_outstanding_centavos as balance,
    l.annual_rate, greatest(l.monthly_amortization_centavos, l.principal_outstanding_centavos / 60 + 1) as monthly
  from loan l where l.principal_outstanding_centavos > 0
  union all
  select id, number + 1,
    case when number = 119 then balance
      else least(balance, greatest(monthly - (balance * annual_rate + 60000) / 120000, balance / (120 - number))) end,
    (balance * annual_rate + 60000) / 120000,
    balance - case when number = 119 then balance
      else least(balance, greatest(monthly - (balance * annual_rate + 60000) / 120000, balance / (120 - number))) end,
    annual_rate, monthly
  from plan where balance > 0 and number < 120
)
insert into loan_instalment (loan_id, number, due_on, principal_centavos, interest_centavos)
  select p.id, p.number,
    case l.due_rule when 'month_end'
      then (date_trunc('month', l.first_due_on) + make_interval(months => p.number) - interval '1 day')::date
      else (l.first_due_on + make_interval(months => p.number - 1))::date end,
    p.principal, p.interest
  from plan p join loan l on l.id = p.id where p.number > 0;
update loan l set months = greatest(1, (select count(*) from loan_instalment i where i.loan_id = l.id)),
  next_unpaid = case when l.principal_outstanding_centavos = 0 then 2 else 1 end;
select setval('loan_number', greatest(1, coalesce(max(substring(loan_no from '[0-9]+$')::bigint), 0)), count(*) > 0)
  from loan where loan_no ~ '^LPRO-[0-9]{4}-[0-9]{7,}$';
alter table loan
  alter column principal_centavos set not null,
  alter column annual_rate set not null,
  alter column months set not null,
  alter column first_due_on set not null,
  add constraint loan_owes_at_most check (principal_outstanding_centavos <= principal_centavos),
  add constraint loan_past_due_since check ((state = 'past_due') = (past_due_since is not null)),
  add constraint loan_ended check ((ended_at is not null) = (state in ('fully_paid', 'written_off'))),
  add constraint loan_paid_owes_nothing check (state <> 'fully_paid'
    or (principal_outstanding_centavos = 0 and penalty_due_centavos = 0));
-- Room for new versions of a row on its own page: the days change many figures and no index.
alter table loan set (fillfactor = 70);
create index loan_open on loan (id) where state in ('active', 'past_due');

/* The state of a loan changes as the table allows. */
create function loan_moves_as_allowed() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not exists (
    select from public.loan_application_transition t where t.from_state = old.state and t.to_state = new.state
  ) then
    raise exception 'loan % does not go from % to %', old.loan_no, old.state, new.state using errcode = 'LN001';
  end if;
  return new;
end $$;
create trigger loan_moves_as_allowed before update of state on loan
  for each row execute function loan_moves_as_allowed();

-- Money that came for a loan and what it went to. Final.
create table loan_payment (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loan (id),
  -- What the payer calls it; taken once for each loan.
  reference text not null check (char_length(reference) between 1 and 60),
  -- 'advance': what was paid ahead went to an instalment that became due.
  source text not null check (source in ('payroll', 'counter', 'advance')),
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
  unique (loan_id, reference),
  check (amount_centavos = penalty_centavos + interest_centavos + principal_centavos + advance_centavos),
  check (source <> 'advance' or advance_centavos = 0)
);
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
create trigger loan_penalty_is_final before update or delete on loan_penalty
  for each row execute function refuse_change();

-- How far the work of a day came over all loans: it goes on there after a stop.
create sequence loan_batch_number;
create table loan_run (
  day date not null,
  stage text not null check (stage in ('accrual', 'penalty', 'ageing')),
  last_loan_id bigint not null default 0,
  loans bigint not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (day, stage)
);

-- A code may approve the acceptance of a loan offer.
alter table otp_challenge
  drop constraint otp_challenge_purpose_check,
  add constraint otp_challenge_purpose_check check (purpose in (
    'signup', 'login', 'recover_username', 'recover_password', 'transfer', 'raise_limit', 'reveal_cvv', 'accept_loan'));

/* As in 0031, but for the codes that accept a loan offer as well. */
create or replace function try_code(
  p_pin_id uuid,
  p_guid uuid,
  p_purposes text[],
  p_browser_hash bytea,
  p_pin_hmac bytea,
  p_first_time_hmac bytea,
  p_stage_seconds integer,
  p_source text,
  p_at timestamptz,
  out verdict text,
  out member_id bigint,
  out purpose text,
  out is_known boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  c otp_challenge%rowtype;
  v_is_strangers boolean;
  v_first_key text;
  v_own_key text;
  v_first_time_id bigint;
begin
  verdict := 'incorrect';
  is_known := false;
  perform pg_advisory_xact_lock(hashtextextended(p_guid::text, 0));
  select o.* into c from otp_challenge o
    left join member m on m.id = o.member_id
    where o.pin_id = p_pin_id and coalesce(o.told_guid, m.guid) = p_guid
      and o.purpose = any (p_purposes) and o.browser_hash = p_browser_hash
    for update of o;
  if not found then
    return;
  end if;
  is_known := c.member_id is not null;
  purpose := c.purpose;
  if c.closed_at is not null then
    return;
  end if;
  if c.expires_at <= p_at
    and (c.purpose <> 'signup' or c.sent_at + make_interval(secs => p_stage_seconds) <= p_at) then
    return;
  end if;
  v_is_strangers := c.told_guid is not null;
  v_first_key := 'first:' || c.told_guid;
  v_own_key := v_first_key || ' ' || p_source;
  if c.wrong_tries >= 3 or (not v_is_strangers and not may_try_code(c.member_id::text, p_at)) then
    verdict := 'used_up';
    return;
  end if;

  if c.purpose = 'signup' and c.member_id is not null
    and wrong_codes(v_own_key, p_at) < 9 and wrong_codes(v_first_key, p_at) < 90 then
    select f.id into v_first_time_id from first_time_code f
      where f.told_guid = c.told_guid and f.closed_at is null and f.expires_at > p_at
        and f.code_hmac = p_first_time_hmac
      for update;
  end if;
  if v_first_time_id is not null or (c.pin_hmac = p_pin_hmac and c.expires_at > p_at) then
    verdict := 'ok';
    member_id := c.member_id;
    update first_time_code f set used_at = p_at, closed_at = p_at where f.id = v_first_time_id;
    -- The deed spends the code of a session; everything else is finished by it.
    update otp_challenge o
      set verified_at = p_at, closed_at = case when c.purpose not in ('transfer', 'raise_limit', 'reveal_cvv', 'accept_loan') then p_at end
      where o.pin_id = p_pin_id;
  else
    update otp_challenge o set wrong_tries = o.wrong_tries + 1 where o.pin_id = p_pin_id;
    if not v_is_strangers then
      perform count_within('otp_wrong', c.member_id::text, 1000, interval '1 day', p_at);
    elsif c.purpose = 'signup' then
      perform count_within('otp_wrong', v_own_key, 1000, interval '1 day', p_at);
      perform count_within('otp_wrong', v_first_key, 1000, interval '1 day', p_at);
    end if;
  end if;
end $$;
