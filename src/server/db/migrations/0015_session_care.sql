-- Losing online access reaches the open sockets of every process at once; and the profile tells of the
-- sign-in before this one.

/* Each ended session is announced, so that no socket of it waits for the next sweep. */
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

alter table member
  -- The sign-in before the newest one: what a member compares with what they remember.
  add column previous_login_at timestamptz;
