-- What a member accepts of a loan is what is booked: proposals that were taken back are approved no more, an
-- offer keeps the product's rules of its day, and its statement is written down before it is drawn.

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

/* Only the newest proposal of an application is approved, and only while it stands. */
create function loan_approval_is_of_standing() returns trigger language plpgsql as $$
begin
  if exists (select from public.loan_proposal_voided v where v.proposal_id = new.proposal_id)
    or exists (
      select from public.loan_proposal o
      join public.loan_proposal later on later.application_id = o.application_id and later.version > o.version
      where o.id = new.proposal_id
    ) then
    raise exception 'proposal % stands no more', new.proposal_id using errcode = '42501';
  end if;
  return new;
end $$;
create trigger loan_approval_is_of_standing before insert on loan_approval
  for each row execute function loan_approval_is_of_standing();

-- The product's rules as they were when the offer was made; null in offers from before, which have the
-- product's own.
alter table loan_offer
  add column due_rule text check (due_rule in ('month_end', 'day_16')),
  add column penalty_rate bigint check (penalty_rate >= 0),
  add column grace_days smallint check (grace_days between 0 and 10);

-- What a disclosure statement says, word for word, written with its offer: the paper (loan_disclosure) is
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

-- Filing for a loan can be switched off.
insert into feature (name, state) values ('loans', 'on');
