-- Who loses online access is signed out at once: the sessions end with the change of status, whoever
-- makes it, so that no call needs to look at the member. Open sockets are closed by their next sweep.

create function end_sessions_without_access() returns trigger language plpgsql as $$
begin
  update session set ended_at = greatest(clock_timestamp(), started_at), ended_reason = 'revoked'
    where member_id = new.id and ended_at is null;
  return null;
end $$;

create trigger member_loses_access after update of status on member
  for each row when (new.status <> 'active' and old.status = 'active')
  execute function end_sessions_without_access();
