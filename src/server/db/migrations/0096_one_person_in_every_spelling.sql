-- Whoever a request is about, asks for it or decides it is one person however the employee number is spelled
-- (staff_person_folded): also of accounts that are older than that rule, and of one that is only asked for.

/* The person of the staff that a request is about, in the folded form; null where it is about nobody of the staff. */
create or replace function staff_request_about(r staff_request) returns text language sql stable as $$
  select public.staff_person_folded(coalesce(
    (select s.person_key from staff s
      where r.subject like 'staff:%' and s.username = substr(r.subject, 7)),
    case when r.kind = 'staff_account' then r.payload ->> 'personKey' end))
$$;

create or replace function staff_request_is_not_about_its_checker() returns trigger language plpgsql as $$
declare
  checker text := public.staff_person_folded(new.checker_person_key);
begin
  if checker = staff_request_about(new) then
    raise exception 'request % is about who decides it', new.id
      using errcode = 'check_violation', constraint = 'staff_request_is_about_another';
  end if;
  if checker = public.staff_person_folded(new.maker_person_key) then
    raise exception 'request % was asked for by who decides it (staff_request_needs_two_people)', new.id
      using errcode = 'check_violation', constraint = 'staff_request_needs_two_people';
  end if;
  return new;
end $$;
