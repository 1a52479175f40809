-- Members, their cards, accounts and loans, and everything that says who is calling.
-- Names of states are stored; the wire's numbers are mapped in src/contract/cardStatus.ts.

create table office (
  id bigint primary key,
  branch_name text not null,
  line_1 text not null,
  barangay text not null,
  municipality_city text not null,
  state_province text not null,
  is_active boolean not null default true
);

create table member (
  id bigint generated always as identity primary key,
  guid uuid not null unique,
  membership_no text not null unique check (membership_no ~ '^[0-9]{16}$'),
  username text check (char_length(username) between 8 and 20),
  -- NFKC and lower case: usernames are unique without regard to case.
  username_key text unique,
  password_hash text,
  password_changed_at timestamptz,
  password_waived_until timestamptz,
  password_waives integer not null default 0,
  first_name text not null,
  middle_name text not null default '',
  last_name text not null,
  qualifier text not null default '',
  gender text not null default '',
  civil_status text not null default '',
  date_of_birth date,
  place_of_birth text not null default '',
  nationality text not null default '',
  employer text not null default '',
  rank text not null default '',
  -- E.164
  mobile_number text check (mobile_number ~ '^\+639[0-9]{9}$'),
  email_address text not null default '',
  line_1 text not null default '',
  barangay text not null default '',
  municipality_city text not null default '',
  state_province text not null default '',
  zip text not null default '',
  office_id bigint references office (id),
  status text not null default 'active' check (status in ('active', 'suspended', 'cancelled')),
  kyc_status integer not null default 0,
  language text not null default 'en' check (language in ('en', 'fil')),
  last_login_at timestamptz,
  created_at timestamptz not null
);

-- At most one card account a member: a personalized card keeps the account number of the generic one.
create table card (
  id bigint generated always as identity primary key,
  member_id bigint not null unique references member (id),
  account_no text unique check (account_no ~ '^[0-9]{12}$'),
  status text not null default 'not_applied' check (status in ('not_applied', 'active', 'deactivated', 'suspended', 'processing', 'for_pickup', 'for_activation', 'failed')),
  perso_status text not null default 'not_applied' check (perso_status in ('not_applied', 'active', 'deactivated', 'suspended', 'processing', 'for_pickup', 'for_activation', 'failed')),
  card_type text not null default 'blue' check (card_type in ('blue', 'gold', 'platinum')),
  member_locked boolean not null default false,
  admin_locked boolean not null default false,
  serial_no text not null default '',
  perso_serial_no text not null default '',
  last_four text check (last_four ~ '^[0-9]{4}$'),
  withdrawal_limit_centavos bigint not null default 2000000 check (withdrawal_limit_centavos >= 0),
  pin_changed_at timestamptz,
  cvv_changed_at timestamptz,
  -- CARD book, account 2510
  ledger_account_id bigint unique references ledger_account (id),
  created_at timestamptz not null
);

-- What a member sees as an account. Capital contribution has two ledger accounts: the withdrawable
-- buffer (2030) and the fixed part (3010); the others have one, and their fixed part is null.
create table member_account (
  id bigint generated always as identity primary key,
  member_id bigint not null references member (id),
  product text not null check (product in ('me', 'savings', 'storage')),
  account_number text not null unique,
  ledger_account_id bigint not null unique references ledger_account (id),
  fixed_ledger_account_id bigint unique references ledger_account (id),
  opened_at timestamptz not null,
  unique (member_id, product)
);

create table loan (
  id bigint generated always as identity primary key,
  loan_no text not null unique,
  member_id bigint not null references member (id),
  loan_type text not null,
  name text not null,
  principal_outstanding_centavos bigint not null check (principal_outstanding_centavos >= 0),
  overdue_centavos bigint not null default 0 check (overdue_centavos >= 0),
  monthly_amortization_centavos bigint not null check (monthly_amortization_centavos >= 0),
  released_at timestamptz not null
);
create index loan_by_member on loan (member_id);

-- A browser that once finished a sign-in of this member. The cookie holds the secret, we its hash.
create table device (
  id uuid primary key,
  member_id bigint not null references member (id),
  secret_hash bytea not null unique,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index device_by_member on device (member_id);

-- A session needs the bearer token and the cookie of the same row. Only hashes (SHA-256) are kept.
create table session (
  id bigint generated always as identity primary key,
  member_id bigint not null references member (id),
  device_id uuid not null,
  token_hash bytea not null unique,
  -- The token before the last refresh: answers that were under way may still carry it for a minute.
  previous_token_hash bytea,
  rotated_at timestamptz,
  cookie_hash bytea not null,
  started_at timestamptz not null,
  last_active_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text check (ended_reason in ('logout', 'other_device', 'expired', 'revoked')),
  check ((ended_at is null) = (ended_reason is null))
-- Room for new versions of a row on its own page: activity is noted often and touches no index.
) with (fillfactor = 50);
create index session_by_member on session (member_id) where ended_at is null;
create index session_by_previous_token on session (previous_token_hash) where previous_token_hash is not null;

-- One row a code. The code itself is kept as an HMAC; `intent` is what it approves.
create table otp_challenge (
  pin_id uuid primary key,
  -- null for an identifier that nobody has: the answer must look the same (decisions.md 4.4)
  member_id bigint references member (id),
  purpose text not null check (purpose in ('signup', 'login', 'recover_username', 'recover_password', 'transfer')),
  pin_hmac bytea not null,
  intent jsonb,
  -- Hash of the browser's cookie: a code of the sign-in stage counts in the browser that asked for it.
  browser_hash bytea,
  wrong_tries integer not null default 0 check (wrong_tries between 0 and 3),
  sent_at timestamptz not null,
  resend_after timestamptz not null,
  expires_at timestamptz not null,
  verified_at timestamptz,
  -- Set when the code was spent, or replaced by a newer one.
  closed_at timestamptz
-- Each row is changed once or twice, soon after it was written.
) with (fillfactor = 50);
create index otp_challenge_by_member on otp_challenge (member_id, sent_at desc);

-- Counts of failures and of sends, per scope and key, within a window. Shared by all processes.
create table throttle (
  scope text not null,
  key text not null,
  window_started_at timestamptz not null,
  count integer not null default 0,
  locked_until timestamptz,
  primary key (scope, key)
);

-- Encrypted calls already opened; a second one with the same id is a replay.
create table sealed_call (
  call_id uuid primary key,
  expires_at timestamptz not null
);
create index sealed_call_by_expiry on sealed_call (expires_at);

create table notification (
  id bigint generated always as identity primary key,
  member_id bigint not null references member (id),
  -- Key of the text in both languages, and the figures for it.
  kind text not null,
  params jsonb not null default '{}',
  created_at timestamptz not null,
  read_at timestamptz
);
create index notification_by_member on notification (member_id, id desc);

-- Work promised by a transaction; the worker hands it to the job queue after commit, in order.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Never a code, password or number in clear: a text message travels encrypted (outboxText.ts).
  payload jsonb not null,
  created_at timestamptz not null
);

-- Who did what. The application can insert and read, never change.
create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('member', 'staff', 'system', 'visitor')),
  actor text not null,
  action text not null,
  object text not null,
  correlation_id text not null,
  detail jsonb not null default '{}'
);
create index audit_event_by_object on audit_event (object, id);

create table feature (
  name text primary key,
  state text not null check (state in ('on', 'disabled', 'hidden'))
);
insert into feature (name, state) values
  ('cardSection', 'on'), ('cardSettings', 'on'), ('transferFunds', 'on'), ('transactionHistory', 'on');

create table card_maintenance (
  kind text primary key check (kind in ('generic', 'perso')),
  is_on boolean not null default false,
  text text not null default ''
);
insert into card_maintenance (kind) values ('generic'), ('perso');

-- The request-key of a member's order, and the answer it got (kept 90 days). Its member is the one
-- whose session the order came with: no foreign key, whose check would lock the member's row.
create table idempotency_key (
  member_id bigint not null,
  key text not null check (char_length(key) between 8 and 100),
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (member_id, key)
);

/*
 * Who is calling. Both hashes must belong to one live session. A call that is not a GET counts as
 * activity (touch); activity is written at most every 10 seconds.
 * verdict: ok | invalid_token | other_device | session_expired | token_expired
 */
create function check_session(
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
      where found.previous_token_hash = p_token_hash and found.rotated_at > p_at - interval '60 seconds';
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
  end if;
end $$;
