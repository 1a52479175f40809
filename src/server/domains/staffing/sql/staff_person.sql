-- One person has one employee number, however it reads: 'DEM0-005' with a zero is 'DEMO-005', and 'P-1' is
-- 'Pl'. Two spellings would be two people who check each other.

/* The form in which two numbers are one: no dashes or blanks, capitals, O as 0, I and L as 1. */
create or replace function staff_person_folded(p_person_key text) returns text language sql immutable
return translate(upper(normalize(p_person_key, NFKC)), 'OIL -', '011');

-- One person has one spelling of their number: 'P-1' and 'P1' would be two who check each other.
create or replace function staff_person_is_spelled_once() returns trigger language plpgsql as $$
declare
  folded text := public.staff_person_folded(new.person_key);
begin
  perform pg_advisory_xact_lock(hashtextextended('staff person ' || folded, 0));
  if exists (select from staff where public.staff_person_folded(person_key) = folded
      and person_key <> new.person_key) then
    raise exception 'this employee number is there in another spelling'
      using errcode = '23505', constraint = 'staff_person_spelled_once', table = 'staff';
  end if;
  return new;
end $$;
create or replace trigger staff_person_is_spelled_once before insert or update of person_key on staff
  for each row execute function staff_person_is_spelled_once();
