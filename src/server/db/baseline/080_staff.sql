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
  -- One who hands out the code of an account could set its password and authenticator in its owner's place
  -- and so become two people. An account is therefore open only once somebody else has seen its owner.
  -- 'enrolled': password and authenticator are set, and somebody has yet to confirm whose they are.
  state text not null check (state in ('enrolling', 'enrolled', 'active', 'disabled')),
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
  -- The person who decided that there be the account, and who handed out the code in force: neither stands
  -- in for the other. 'operator' is whoever runs the command line: no employee number is in small letters.
  enrolment_approved_by text,
  enrolment_issued_by text,
  check (state <> 'active' or (password_hash is not null and totp_secret is not null)),
  check (state = 'enrolling' or (enrolment_hmac is null and pending_totp is null)),
  check ((enrolment_hmac is null) = (enrolment_expires_at is null)),
  constraint staff_enrolled_by_somebody check (
    state <> 'enrolled' or (password_hash is not null and totp_secret is not null and enrolment_issued_by is not null)
  )
);

-- Never removed: who held which role when stays known. office_id null: every branch.
-- Whoever works here and is a member, too, does nothing to their own membership (staff_acts_for_others).
create table staff_membership (
  -- The employee number in the form in which all its spellings are one (staff_person_folded).
  person text primary key,
  -- Null: of none any more.
  member_id bigint constraint staff_membership_is_of_one unique references member (id),
  set_at timestamptz not null
);

create table staff_role (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff (id),
  role text not null check (role in ('teller', 'card_officer', 'loan_officer', 'fraud_officer', 'supervisor', 'auditor', 'administrator')),
  office_id bigint references office (id),
  granted_at timestamptz not null,
  ended_at timestamptz check (ended_at >= granted_at)
);

create unique index staff_role_held_once on staff_role (staff_id, role, coalesce(office_id, 0)) where ended_at is null;
create trigger staff_role_is_final before delete or update of staff_id, role, office_id, granted_at
  on staff_role for each row execute function refuse_change();
create trigger staff_role_stays before truncate on staff_role
  for each statement execute function refuse_change();

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

-- Passkeys of the staff: each stands in for the authenticator's code beside the password, never for the password.
create table staff_passkey (
  id uuid primary key,
  staff_id bigint not null references staff (id),
  -- As the authenticator names it, and its public key (COSE).
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null check (octet_length(public_key) between 32 and 4096),
  -- How often it signed, as it says; 0 where it does not count. It never goes back.
  counter bigint not null default 0 check (counter >= 0),
  name text not null check (char_length(name) between 1 and 40),
  -- Whether it may be copied to the person's other devices, and whether it is.
  may_be_synced boolean not null,
  is_synced boolean not null check (may_be_synced or not is_synced),
  created_at timestamptz not null,
  last_used_at timestamptz check (last_used_at >= created_at),
  -- From when on it signs nobody in.
  removed_at timestamptz check (removed_at >= created_at)
);

create index staff_passkey_by_staff on staff_passkey (staff_id) where removed_at is null;

-- Filters and order of a list of the console that somebody of the staff keeps under a name, for themselves.
create table saved_view (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff (id),
  list text not null check (list ~ '^[a-z][a-z_]{0,39}$'),
  name text not null check (char_length(name) between 1 and 40),
  query text not null check (char_length(query) <= 2000),
  created_at timestamptz not null,
  unique (staff_id, list, name)
);
