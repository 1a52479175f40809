/*
 * Who loses online access is signed out at once: the sessions end with the change of status, whoever makes it, so
 * that no call needs to look at the member. Each ended session is announced, so that the open sockets of every
 * process close at once.
 */
create or replace function end_sessions_without_access() returns trigger language plpgsql as $$
declare
  ended_id bigint;
begin
  for ended_id in
    update session set ended_at = greatest(clock_timestamp(), started_at), ended_reason = 'revoked'
      where member_id = new.id and ended_at is null
      returning id
  loop
    perform pg_notify('session_ended',
      json_build_object('sessionIds', json_build_array(ended_id::text), 'reason', 'revoked')::text);
  end loop;
  return null;
end $$;
create or replace trigger member_loses_access after update of status on member
  for each row when (new.status <> 'active' and old.status = 'active')
  execute function end_sessions_without_access();
