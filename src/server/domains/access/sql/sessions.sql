-- Sessions of members. Each rule is a function of its own, which PostgreSQL writes into the statements that use it.

/*
 * The session of a token. One that was replaced works until a minute after its successor was first used:
 * for calls under way, and for a browser that never got the answer of its refresh.
 */
create or replace function find_session(p_token_hash bytea, p_at timestamptz) returns setof session
language sql stable
begin atomic
  select * from session where id = coalesce(
    (select s.id from session s where s.token_hash = p_token_hash),
    (select s.id from session s
      where s.previous_token_hash = p_token_hash
        and (s.rotated_at is null or s.rotated_at > p_at - interval '60 seconds')));
end;

/* Whether a session's token of now comes after another and was not used so far. */
create or replace function is_first_use(s session, p_token_hash bytea) returns boolean language sql stable
return s.token_hash = p_token_hash and s.previous_token_hash is not null and s.rotated_at is null;

/* Whether a session lives for whoever holds this cookie. */
create or replace function session_verdict(
  s session, p_cookie_hash bytea, p_at timestamptz, p_idle_seconds integer, p_life_seconds integer
) returns text language sql stable
return case
  when s.cookie_hash is distinct from p_cookie_hash then 'invalid_token'
  when s.ended_reason = 'other_device' then 'other_device'
  when s.ended_reason = 'password' then 'session_of_old_password'
  when s.ended_at is not null then 'session_expired'
  when s.started_at + make_interval(secs => p_life_seconds) <= p_at then 'token_expired'
  when s.last_active_at + make_interval(secs => p_idle_seconds) <= p_at then 'session_expired'
  else 'ok' end;

/* Whether activity is to be written: at most every 10 seconds. */
create or replace function session_is_stale(s session, p_at timestamptz) returns boolean language sql stable
return s.last_active_at < p_at - interval '10 seconds';

/*
 * Who is calling. Both hashes must belong to one live session. A call that is not a GET counts as
 * activity (touch).
 * verdict: ok | invalid_token | other_device | session_expired | session_of_old_password | token_expired
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
  v_is_stale boolean;
  v_is_first_use boolean;
begin
  select session_verdict(s, p_cookie_hash, p_at, p_idle_seconds, p_life_seconds), session_is_stale(s, p_at),
      is_first_use(s, p_token_hash), s.id, s.member_id, m.guid
    into verdict, v_is_stale, v_is_first_use, session_id, member_id, member_guid
    from find_session(p_token_hash, p_at) s join member m on m.id = s.member_id;
  verdict := coalesce(verdict, 'invalid_token');
  if verdict = 'invalid_token' then
    session_id := null;
    member_id := null;
  end if;
  if verdict <> 'ok' then
    member_guid := null;
    return;
  end if;
  if p_touch and v_is_stale then
    update session s set last_active_at = p_at where s.id = session_id;
  end if;
  if v_is_first_use then
    update session s set rotated_at = p_at where s.id = session_id and is_first_use(s, p_token_hash);
  end if;
end $$;

/* When a device was last used: at its last sign-in, or by what its newest session did since. */
create or replace function device_last_used(d device) returns timestamptz language sql stable
return greatest(d.last_seen_at,
  (select max(s.last_active_at) from session s where s.member_id = d.member_id and s.device_id = d.id));
