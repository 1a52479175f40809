create or replace function staff_role_ends_once() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null then
    raise exception 'a role that has ended stays ended' using errcode = '42501';
  end if;
  return new;
end $$;
create or replace trigger staff_role_ends_once before update on staff_role
  for each row execute function staff_role_ends_once();
