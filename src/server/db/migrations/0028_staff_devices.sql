-- A browser in which somebody of the staff has signed in has tries of its own, so that strangers who type
-- wrong passwords under a name do not keep its owner out. Only the hash of its secret is kept.

create table staff_device (
  id uuid primary key,
  staff_id bigint not null references staff (id),
  secret_hash bytea not null unique,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index staff_device_by_staff on staff_device (staff_id);

-- One person has one spelling of their number: 'P-1' and 'P1' would be two who check each other.
create function staff_person_is_spelled_once() returns trigger language plpgsql as $$
declare
  bare text := replace(new.person_key, '-', '');
begin
  perform pg_advisory_xact_lock(hashtextextended('staff person ' || bare, 0));
  if exists (select from staff where replace(person_key, '-', '') = bare and person_key <> new.person_key) then
    raise exception 'this employee number is there in another spelling'
      using errcode = '23505', constraint = 'staff_person_spelled_once', table = 'staff';
  end if;
  return new;
end $$;
create trigger staff_person_is_spelled_once before insert or update of person_key on staff
  for each row execute function staff_person_is_spelled_once();
