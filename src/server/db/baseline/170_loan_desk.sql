-- The loan desk: what was found out about an application, who worked on it and who approved it, the
-- statement that the member is given before being bound (R.A. 3765).

-- What the documents show, as somebody of the staff wrote it down; the newest counts.
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

-- A proposal that was sent back, or whose offer was taken back.
create table loan_proposal_voided (
  proposal_id bigint primary key references loan_proposal (id),
  voided_by text not null,
  voided_at timestamptz not null
);

create trigger loan_proposal_voided_is_final before update or delete on loan_proposal_voided
  for each row execute function refuse_change();
create trigger loan_proposal_voided_stays before truncate on loan_proposal_voided
  for each statement execute function refuse_change();

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
