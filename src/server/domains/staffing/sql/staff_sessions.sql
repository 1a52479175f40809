/*
 * Who holds this token with this cookie, and what they may do now: roles are read with each call, so a
 * change of roles counts from the next one. grants: [[action, office id as text or null for all], ...].
 * p_touch counts as activity. verdict: ok | invalid_token | session_expired | token_expired
 */
create or replace function check_staff_session(
  p_token_hash bytea,
  p_cookie_hash bytea,
  p_at timestamptz,
  p_touch boolean,
  p_idle_seconds integer,
  p_life_seconds integer,
  out verdict text,
  out session_id bigint,
  out staff_id bigint,
  out username text,
  out full_name text,
  out person_key text,
  out office_id bigint,
  out grants jsonb
) language plpgsql as $$
declare
  s staff_session%rowtype;
  state text;
begin
  select * into s from staff_session f where f.token_hash = p_token_hash;
  if not found then
    select * into s from staff_session f
      where f.previous_token_hash = p_token_hash
        and (f.rotated_at is null or f.rotated_at > p_at - interval '60 seconds');
  end if;
  if not found or s.cookie_hash is distinct from p_cookie_hash then
    verdict := 'invalid_token';
    return;
  end if;
  select p.id, p.username, p.full_name, p.person_key, p.office_id, p.state
    into staff_id, username, full_name, person_key, office_id, state
    from staff p where p.id = s.staff_id;
  session_id := s.id;
  if s.ended_at is not null or state <> 'active' then
    verdict := 'session_expired';
  elsif s.started_at + make_interval(secs => p_life_seconds) <= p_at then
    verdict := 'token_expired';
  elsif s.last_active_at + make_interval(secs => p_idle_seconds) <= p_at then
    verdict := 'session_expired';
  else
    verdict := 'ok';
    select coalesce(jsonb_agg(distinct jsonb_build_array(a.action,
        case when a.scope = 'own' then r.office_id::text end)), '[]')
      into grants
      from staff_role r join role_action a on a.role = r.role
      where r.staff_id = s.staff_id and r.ended_at is null;
    if s.rotated_at is null and s.previous_token_hash is not null and s.token_hash = p_token_hash then
      update staff_session set rotated_at = p_at where id = s.id;
    end if;
    if p_touch then
      update staff_session set last_active_at = greatest(last_active_at, p_at) where id = s.id;
    end if;
  end if;
end $$;

/* Whoever may no longer work here is out at once. */
create or replace function end_staff_sessions() returns trigger language plpgsql as $$
begin
  update staff_session set ended_at = greatest(clock_timestamp(), started_at), ended_reason = 'revoked'
    where staff_id = new.id and ended_at is null;
  return null;
end $$;
create or replace trigger staff_sessions_end after update of state on staff
  for each row when (new.state <> 'active') execute function end_staff_sessions();
