-- A refresh whose answer was lost must not cost the member the session; losing online access reaches the
-- open sockets of every process at once; and the profile tells of the sign-in before this one.

comment on column session.rotated_at is
  'When the token of the last refresh was first used; null while it was not. The one before works until a minute later.';

/*
 * Whose credentials these are. p_touch counts as activity. A token that was replaced works until a
 * minute after its successor was first used: for calls under way, and for a browser that never got the
 * answer of its refresh.
 */
create or replace function check_session(
  p_token_hash bytea,
  p_cookie_hash bytea,
  p_at timestamptz,
  p_touch boolean,
  p_idle_seconds integer,
  p_life_seconds integer,
  out verdict text,
  out session_id bigint,
  out member_id bigint,
  out member_guid uuid
) language plpgsql as $$
declare
  s record;
begin
  -- With the member's guid: a second look for it would cost more than the join.
  select found.*, m.guid into s from session found join member m on m.id = found.member_id
    where found.token_hash = p_token_hash;
  if not found then
    select found.*, m.guid into s from session found join member m on m.id = found.member_id
      where found.previous_token_hash = p_token_hash
        and (found.rotated_at is null or found.rotated_at > p_at - interval '60 seconds');
  end if;
  if not found or s.cookie_hash is distinct from p_cookie_hash then
    verdict := 'invalid_token';
    return;
  end if;
  session_id := s.id;
  member_id := s.member_id;
  if s.ended_reason = 'other_device' then
    verdict := 'other_device';
  elsif s.ended_at is not null then
    verdict := 'session_expired';
  elsif s.started_at + make_interval(secs => p_life_seconds) <= p_at then
    verdict := 'token_expired';
  elsif s.last_active_at + make_interval(secs => p_idle_seconds) <= p_at then
    verdict := 'session_expired';
  else
    verdict := 'ok';
    member_guid := s.guid;
    if p_touch and s.last_active_at < p_at - interval '10 seconds' then
      update session set last_active_at = p_at where id = s.id;
    end if;
    if s.previous_token_hash is not null and s.rotated_at is null and s.token_hash = p_token_hash then
      update session set rotated_at = p_at where id = s.id and rotated_at is null;
    end if;
  end if;
end $$;

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
