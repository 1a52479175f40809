-- The loan desk: what was found out about an application, who worked on it and who approved it, the
-- statement that the member is given before being bound (R.A. 3765), and the files between us and the
-- employers who deduct instalments from pay.

-- What the papers show, as somebody of the staff wrote it down; the newest counts.
create table loan_assessment (
  id bigint generated always as identity primary key,
  application_id bigint not null references loan_application (id),
  -- A month's pay or pension, and what is taken from it already.
  pay_centavos bigint not null check (pay_centavos > 0),
  deductions_centavos bigint not null check (deductions_centavos >= 0),
  -- What stands behind the loan: price or appraised value of a vehicle.
  collateral_centavos bigint not null check (collateral_centavos >= 0),
  made_by text not null,
  made_at timestamptz not null
);
create index loan_assessment_by_application on loan_assessment (application_id, id);
create trigger loan_assessment_is_final before update or delete on loan_assessment
  for each row execute function refuse_change();
create trigger loan_assessment_stays before truncate on loan_assessment
  for each statement execute function refuse_change();

-- The persons, whatever their accounts, who processed an application: none of them approves it.
create table loan_work (
  application_id bigint not null references loan_application (id),
  person_key text not null,
  username text not null,
  at timestamptz not null,
  primary key (application_id, person_key)
);
create trigger loan_work_is_final before update or delete on loan_work
  for each row execute function refuse_change();
create trigger loan_work_stays before truncate on loan_work
  for each statement execute function refuse_change();

-- Up to here one approver is enough; above it two.
create table loan_authority (
  is_only boolean primary key default true check (is_only),
  alone_up_to_centavos bigint not null check (alone_up_to_centavos >= 0)
);
insert into loan_authority (alone_up_to_centavos) values (10000000);

-- What the desk puts to an approver; another principal or term is a further version.
create table loan_proposal (
  id bigint generated always as identity primary key,
  application_id bigint not null references loan_application (id),
  version integer not null check (version > 0),
  principal_centavos bigint not null check (principal_centavos > 0),
  months smallint not null check (months between 1 and 120),
  assessment_id bigint not null references loan_assessment (id),
  made_by text not null,
  made_at timestamptz not null,
  unique (application_id, version)
);
create trigger loan_proposal_is_final before update or delete on loan_proposal
  for each row execute function refuse_change();
create trigger loan_proposal_stays before truncate on loan_proposal
  for each statement execute function refuse_change();

create table loan_approval (
  proposal_id bigint not null references loan_proposal (id),
  person_key text not null,
  username text not null,
  request_id uuid not null references staff_request (id),
  at timestamptz not null,
  primary key (proposal_id, person_key)
);
create trigger loan_approval_is_final before update or delete on loan_approval
  for each row execute function refuse_change();
create trigger loan_approval_stays before truncate on loan_approval
  for each statement execute function refuse_change();

/* Who processed an application does not approve it, by whatever way it is tried. */
create function loan_approver_is_another() returns trigger language plpgsql as $$
begin
  if exists (
    select from public.loan_proposal o
    join public.loan_work w on w.application_id = o.application_id
    where o.id = new.proposal_id and w.person_key = new.person_key
  ) then
    raise exception 'who processed an application does not approve it' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger loan_approver_is_another before insert on loan_approval
  for each row execute function loan_approver_is_another();

-- The disclosure statement of an approved offer, byte for byte as the member is given it.
create table loan_disclosure (
  offer_id bigint primary key references loan_offer (id),
  language text not null check (language in ('en', 'fil')),
  bytes bytea not null check (octet_length(bytes) between 1 and 5242880),
  sha256 text not null generated always as (encode(sha256(bytes), 'hex')) stored,
  made_at timestamptz not null
);
create trigger loan_disclosure_is_final before update or delete on loan_disclosure
  for each row execute function refuse_change();
create trigger loan_disclosure_stays before truncate on loan_disclosure
  for each statement execute function refuse_change();

-- What an employer is asked to deduct in a month: made once, the same bytes each time it is opened.
create sequence payroll_file_number;
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
create table payroll_line (
  file_id bigint not null references payroll_file (id) deferrable initially deferred,
  line integer not null check (line > 0),
  loan_id bigint not null references loan (id),
  due_centavos bigint not null check (due_centavos > 0),
  primary key (file_id, line),
  unique (file_id, loan_id)
);
create trigger payroll_file_is_final before update or delete on payroll_file
  for each row execute function refuse_change();
create trigger payroll_file_stays before truncate on payroll_file
  for each statement execute function refuse_change();
create trigger payroll_line_is_final before update or delete on payroll_line
  for each row execute function refuse_change();
create trigger payroll_line_stays before truncate on payroll_line
  for each statement execute function refuse_change();

-- What an employer says was deducted. A file with an unreadable row, or whose rows are not the money that
-- came, is refused as a whole and kept to be looked at.
create sequence remittance_number;
create table remittance (
  id bigint generated always as identity primary key,
  reference text not null unique,
  employer text not null check (btrim(employer) <> ''),
  month date not null check (extract(day from month) = 1),
  file_name text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  state text not null check (state in ('checked', 'refused', 'posting', 'posted')),
  row_count integer not null check (row_count > 0),
  -- The sum of its readable rows, and the money that came.
  total_centavos bigint not null check (total_centavos >= 0),
  received_centavos bigint not null check (received_centavos >= 0),
  sent_by text not null,
  sent_at timestamptz not null,
  approved_by text,
  posted_at timestamptz,
  check (state not in ('checked', 'posting', 'posted') or total_centavos = received_centavos),
  check ((state in ('posting', 'posted')) = (approved_by is not null)),
  check ((state = 'posted') = (posted_at is not null))
);
-- One file counts once, whoever sends it under whatever name.
create unique index remittance_once on remittance (sha256) where state <> 'refused';
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
  membership_no text not null,
  name text not null,
  -- Null where it could not be read.
  amount_centavos bigint check (amount_centavos > 0),
  loan_id bigint references loan (id),
  expected_centavos bigint,
  verdict text not null check (verdict in ('right', 'other_amount', 'not_employed', 'paid_already', 'twice_in_file', 'loan_ended', 'unknown_loan', 'invalid')),
  -- 'exception' waits for a person, 'settled' had one.
  state text not null check (state in ('waiting', 'posted', 'exception', 'settled')),
  settlement text check (settlement in ('post', 'give_back')),
  settled_by text,
  settled_at timestamptz,
  unique (remittance_id, line),
  check ((verdict = 'invalid') = (amount_centavos is null)),
  check (state <> 'posted' or loan_id is not null),
  check (num_nulls(settlement, settled_by, settled_at) in (0, 3)),
  check ((state = 'settled') = (settled_at is not null))
);
create index remittance_line_waiting on remittance_line (remittance_id, id) where state = 'waiting';
create index remittance_line_exceptions on remittance_line (id) where state = 'exception';
create index remittance_line_by_loan on remittance_line (loan_id) where loan_id is not null;
create trigger remittance_line_stays before delete on remittance_line
  for each row execute function refuse_change();
create trigger remittance_line_is_not_emptied before truncate on remittance_line
  for each statement execute function refuse_change();

-- Applications and loans are their branch's; employers, their files and their money the association's.
insert into role_action (role, action, scope) values
  ('loan_officer', 'loan_application.view', 'own'),
  ('supervisor', 'loan_application.view', 'own'),
  ('auditor', 'loan_application.view', 'all'),
  ('loan_officer', 'loan_application.work', 'own'),
  ('supervisor', 'loan_application.work', 'own'),
  ('supervisor', 'loan_application.decline', 'own'),
  ('loan_officer', 'loan_application.cancel', 'own'),
  ('supervisor', 'loan_application.cancel', 'own'),
  ('teller', 'loan.view', 'own'),
  ('loan_officer', 'loan.view', 'own'),
  ('supervisor', 'loan.view', 'own'),
  ('auditor', 'loan.view', 'all'),
  ('loan_officer', 'request.approve_loan', 'own'),
  ('supervisor', 'request.approve_loan', 'own'),
  ('supervisor', 'decide.approve_loan', 'own'),
  ('supervisor', 'request.confirm_loan', 'own'),
  ('supervisor', 'decide.confirm_loan', 'own'),
  ('loan_officer', 'request.release_loan', 'own'),
  ('supervisor', 'request.release_loan', 'own'),
  ('supervisor', 'decide.release_loan', 'own'),
  ('teller', 'request.pay_loan', 'own'),
  ('loan_officer', 'request.pay_loan', 'own'),
  ('supervisor', 'request.pay_loan', 'own'),
  ('supervisor', 'decide.pay_loan', 'own'),
  ('loan_officer', 'payroll.view', 'all'),
  ('supervisor', 'payroll.view', 'all'),
  ('auditor', 'payroll.view', 'all'),
  ('loan_officer', 'payroll.make', 'all'),
  ('supervisor', 'payroll.make', 'all'),
  ('loan_officer', 'remittance.send', 'all'),
  ('supervisor', 'remittance.send', 'all'),
  ('loan_officer', 'request.post_remittance', 'all'),
  ('supervisor', 'request.post_remittance', 'all'),
  ('supervisor', 'decide.post_remittance', 'all'),
  ('loan_officer', 'request.settle_remittance', 'all'),
  ('supervisor', 'request.settle_remittance', 'all'),
  ('supervisor', 'decide.settle_remittance', 'all');

-- Who asks at the counter is not left to do it alone.
update loan_application_transition set actor_kinds = case
    when 'job' = any (actor_kinds) then '{member,staff,job}'::text[] else '{member,staff}'::text[] end
  where to_state = 'cancelled';
