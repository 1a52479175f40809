/* Who processed an application does not approve it, by whatever way it is tried. */
create or replace function loan_approver_is_another() returns trigger language plpgsql as $$
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
create or replace trigger loan_approver_is_another before insert on loan_approval
  for each row execute function loan_approver_is_another();

/* Only the newest proposal of an application is approved, and only while it stands. */
create or replace function loan_approval_is_of_standing() returns trigger language plpgsql as $$
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
create or replace trigger loan_approval_is_of_standing before insert on loan_approval
  for each row execute function loan_approval_is_of_standing();
