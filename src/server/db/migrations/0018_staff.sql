-- Who works here, what each may do, and their sessions. A person with two accounts has one person_key in
-- both, so that nobody checks what they made. What a role may do is data of this release: the application
-- reads it and never writes it.

create table staff (
  id bigint generated always as identity primary key,
  username text not null unique check (username ~ '^[a-z0-9][a-z0-9._-]{2,31}$'),
  full_name text not null check (full_name <> ''),
  -- The employee number: the person behind the account.
  person_key text not null check (person_key ~ '^[A-Z0-9-]{3,20}$'),
  office_id bigint not null references office (id),
  state text not null check (state in ('enrolling', 'active', 'disabled')),
  password_hash text,
  password_changed_at timestamptz,
  -- AES-256-GCM under a key that is not in the database.
  totp_secret bytea,
  -- The newest time step whose code was used: each step counts once.
  totp_last_step bigint not null default 0,
  -- What is handed to a new member of the staff, as an HMAC: with it they set password and authenticator.
  enrolment_hmac bytea,
  enrolment_expires_at timestamptz,
  -- The person who asked for the account: never the one who hands out its code.
  enrolment_asked_by text,
  -- Sealed like totp_secret; becomes it with the first right code.
  pending_totp bytea,
  last_login_at timestamptz,
  created_at timestamptz not null,
  check (state <> 'active' or (password_hash is not null and totp_secret is not null)),
  check (state = 'enrolling' or (enrolment_hmac is null and pending_totp is null)),
  check ((enrolment_hmac is null) = (enrolment_expires_at is null))
);

-- Never removed: who held which role when stays known. office_id null: every branch.
create table staff_role (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff (id),
  role text not null check (role in ('teller', 'card_officer', 'loan_officer', 'fraud_officer', 'supervisor', 'auditor', 'administrator')),
  office_id bigint references office (id),
  granted_at timestamptz not null,
  ended_at timestamptz check (ended_at >= granted_at)
);
create unique index staff_role_held_once on staff_role (staff_id, role, coalesce(office_id, 0)) where ended_at is null;
create function staff_role_ends_once() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null then
    raise exception 'a role that has ended stays ended' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger staff_role_is_final before delete or update of staff_id, role, office_id, granted_at
  on staff_role for each row execute function refuse_change();
create trigger staff_role_ends_once before update on staff_role
  for each row execute function staff_role_ends_once();
create trigger staff_role_stays before truncate on staff_role
  for each statement execute function refuse_change();

-- Which role may do what: 'own' in the branch its holder has the role for, 'all' everywhere.
create table role_action (
  role text not null check (role in ('teller', 'card_officer', 'loan_officer', 'fraud_officer', 'supervisor', 'auditor', 'administrator')),
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  scope text not null check (scope in ('own', 'all')),
  primary key (role, action)
);
insert into role_action (role, action, scope) values
  ('teller', 'own_access.use', 'all'),
  ('card_officer', 'own_access.use', 'all'),
  ('loan_officer', 'own_access.use', 'all'),
  ('fraud_officer', 'own_access.use', 'all'),
  ('supervisor', 'own_access.use', 'all'),
  ('auditor', 'own_access.use', 'all'),
  ('administrator', 'own_access.use', 'all'),
  ('supervisor', 'role_table.view', 'all'),
  ('auditor', 'role_table.view', 'all'),
  ('administrator', 'role_table.view', 'all'),
  ('supervisor', 'staff.view', 'own'),
  ('auditor', 'staff.view', 'all'),
  ('administrator', 'staff.view', 'all'),
  ('supervisor', 'enrolment_code.issue', 'own'),
  ('administrator', 'enrolment_code.issue', 'all'),
  ('administrator', 'request.role_change', 'all'),
  ('administrator', 'decide.role_change', 'all'),
  ('supervisor', 'decide.role_change', 'own'),
  ('administrator', 'request.staff_access', 'all'),
  ('administrator', 'decide.staff_access', 'all'),
  ('supervisor', 'decide.staff_access', 'own'),
  ('administrator', 'request.staff_account', 'all'),
  ('administrator', 'decide.staff_account', 'all'),
  ('supervisor', 'decide.staff_account', 'own');

create table staff_session (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff (id),
  token_hash bytea not null unique,
  -- The token before the last refresh: calls that were under way may still carry it for a minute.
  previous_token_hash bytea,
  rotated_at timestamptz,
  cookie_hash bytea not null,
  started_at timestamptz not null,
  last_active_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text check (ended_reason in ('logout', 'expired', 'revoked')),
  check ((ended_at is null) = (ended_reason is null))
) with (fillfactor = 50);
create index staff_session_by_staff on staff_session (staff_id) where ended_at is null;
create index staff_session_by_previous_token on staff_session (previous_token_hash) where previous_token_hash is not null;

/* Whoever may no longer work here is out at once. */
create function end_staff_sessions() returns trigger language plpgsql as $$
begin
  update staff_session set ended_at = greatest(clock_timestamp(), started_at), ended_reason = 'revoked'
    where staff_id = new.id and ended_at is null;
  return null;
end $$;
create trigger staff_sessions_end after update of state on staff
  for each row when (new.state <> 'active') execute function end_staff_sessions();

/*
 * Who holds this token with this cookie, and what they may do now: roles are read with each call, so a
 * change of roles counts from the next one. grants: [[action, office id as text or null for all], ...].
 * p_touch counts as activity. verdict: ok | invalid_token | session_expired | token_expired
 */
create function check_staff_session(
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
