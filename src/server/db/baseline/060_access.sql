-- Who is calling: browsers, sessions and codes, and how members come and come back.

-- A browser that once finished a sign-in of this member. The cookie holds the secret, we its hash.
create table device (
  id uuid primary key,
  member_id bigint not null references member (id),
  secret_hash bytea not null unique,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- From when on its secret opens nothing: a sign-in in that browser takes a code again.
  forgotten_at timestamptz check (forgotten_at >= first_seen_at),
  -- What the browser said of itself at its last sign-in, in words of ours ('Chrome', 'Android'); empty where it said
  -- nothing that we know. Never the header itself.
  browser text not null default '' check (browser ~ '^[A-Za-z ]{0,24}$'),
  system text not null default '' check (system ~ '^[A-Za-z ]{0,24}$'),
  -- Where its last sign-in came from, as the audit trail marks it (sourceMark): the same mark is the same network.
  source_mark text check (source_mark ~ '^[0-9a-f]{16}$'),
  -- What the member calls it; null: by what it said of itself.
  name text check (char_length(name) between 1 and 40)
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
  ended_reason text check (ended_reason in ('logout', 'other_device', 'expired', 'revoked', 'staff', 'frozen', 'password')),
  check ((ended_at is null) = (ended_reason is null))
-- Room for new versions of a row on its own page: activity is noted often and touches no index.
) with (fillfactor = 50);

create index session_by_member on session (member_id) where ended_at is null;
create index session_by_previous_token on session (previous_token_hash) where previous_token_hash is not null;
create index session_of_member on session (member_id, id desc);
comment on column session.rotated_at is
  'When the token of the last refresh was first used; null while it was not. The one before works until a minute later.';

-- The first steps of signing up and coming back are taken by whoever knows a membership number or a username, so a
-- number that nobody has leaves the same rows as any other (security.md S033).
-- One row a code. The code itself is kept as an HMAC; `intent` is what it approves.
create table otp_challenge (
  pin_id uuid primary key,
  -- null for an identifier that nobody has: the answer must look the same (decisions.md 4.4)
  member_id bigint references member (id),
  purpose text not null,
  pin_hmac bytea not null,
  intent jsonb,
  -- Hash of the browser's cookie: a code of the sign-in stage counts in the browser that asked for it.
  browser_hash bytea,
  wrong_tries integer not null default 0,
  sent_at timestamptz not null,
  resend_after timestamptz not null,
  expires_at timestamptz not null,
  verified_at timestamptz,
  -- Set when the code was spent, or replaced by a newer one.
  closed_at timestamptz,
  -- The guid that a sign-up or recovery was told: made of what was asked, never the member's own.
  -- Without a member no text was sent, and no code is right.
  told_guid uuid,
  -- The masked number that it was told: of the member, or of nobody.
  told_mobile text,
  -- False when nothing went to a phone: the step was nobody's, or a limit was reached.
  texted boolean not null default true,
  -- A stranger's step in a browser that the member has signed in with: counted apart from other strangers'.
  from_known_device boolean not null default false,
  -- False for a sign-up that was begun when no text could go out: it takes nothing of the number's share.
  in_budget boolean not null default true,
  -- How the member approves it: by the code of a text, or by a passkey. Then nothing is texted, and pin_hmac is of
  -- the secret that the assertion brought (nobody's until then).
  means text not null default 'code',
  -- What the authenticator signs: of an approval by passkey, or of the passkey that an approval lets be made.
  webauthn_challenge bytea,
  -- The passkey that signed (065_passkeys.sql).
  passkey_id uuid
-- Each row is changed once or twice, soon after it was written.
) with (fillfactor = 50);

/*
 * Judges each row, compiled once a connection (see transfer_is_whole). A change is a new function and a new
 * constraint: a replaced one would judge no row that is there already.
 * A code is a member's, or of somebody who was told a number and is none; only members' are texted.
 */
create function otp_challenge_is_whole(o otp_challenge) returns boolean language plpgsql immutable as $$
begin
  return o.wrong_tries between 0 and 3
    and (o.member_id is not null or o.told_guid is not null and not o.texted)
    and case o.means
      when 'code' then o.passkey_id is null and (o.webauthn_challenge is null or o.purpose = 'add_passkey')
      when 'passkey' then o.member_id is not null and not o.texted and o.webauthn_challenge is not null
        and (o.passkey_id is null) = (o.verified_at is null)
      else false end
    and o.purpose in ('signup', 'login', 'recover_username', 'recover_password', 'transfer', 'raise_limit', 'reveal_cvv', 'replace_card', 'reset_pin',
      'accept_loan', 'freeze', 'add_passkey', 'remove_passkey', 'raise_own_limit', 'release_lock', 'pay_loan', 'automatic_debit',
      'lift_freeze', 'cash_withdrawal',
      'trust_device');
end $$;

alter table otp_challenge add constraint otp_challenge_is_whole check (otp_challenge_is_whole(otp_challenge));

create index otp_challenge_by_member on otp_challenge (member_id, sent_at desc);
create index otp_challenge_by_told_guid on otp_challenge (told_guid, sent_at desc)
  where told_guid is not null;

-- What was typed at sign-up, until the code is right. It goes with its code.
create table sign_up_draft (
  pin_id uuid primary key references otp_challenge (pin_id) on delete cascade,
  username text not null check (char_length(username) between 8 and 20),
  username_key text not null,
  password_hash text not null,
  -- Told only to who has the member's phone.
  password_is_personal boolean not null,
  -- The version of the privacy notice that was agreed to, and when.
  privacy_version date not null,
  agreed_at timestamptz not null,
  -- The terms that were agreed to with the form, as privacy_version.
  terms_version date not null
);

-- The first time user's code of the terms when it is handed out at a counter. At most one works.
create table first_time_code (
  id bigint generated always as identity primary key,
  member_id bigint not null references member (id),
  -- As the member's sign-up is told it (otp_challenge.told_guid).
  told_guid uuid not null,
  code_hmac bytea not null,
  issued_by text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Set when it was used, or replaced by a newer one.
  closed_at timestamptz
);

create unique index first_time_code_in_force on first_time_code (member_id) where closed_at is null;
create index first_time_code_by_told_guid on first_time_code (told_guid) where closed_at is null;

-- What the right code of a recovery allows: one change, in the browser that has the cookie.
create table recovery_grant (
  secret_hash bytea primary key,
  member_id bigint not null references member (id),
  purpose text not null check (purpose in ('recover_username', 'recover_password')),
  told_guid uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index recovery_grant_by_member on recovery_grant (member_id);

-- A member's access that was frozen: nothing goes out and nobody signs in, until it is lifted. At most one is open.
create table member_freeze (
  id bigint generated always as identity primary key,
  member_id bigint not null references member (id),
  -- Who pressed: the member, or somebody of the staff, on the hotline or at an office.
  frozen_by text not null check (frozen_by in ('member', 'hotline', 'office')),
  -- How whoever it was showed to be the member: by a session, by a code or a passkey without one; or to the staff.
  way text not null check (way in ('session', 'code', 'passkey', 'staff')),
  -- The member's guid, or a staff name.
  actor text not null check (char_length(actor) between 1 and 100),
  reason text not null default '' check (char_length(reason) <= 200),
  -- Of where the member's call came from; the staff's have none.
  source_mark text check (source_mark ~ '^[0-9a-f]{16}$'),
  frozen_at timestamptz not null,
  -- What stood before, and comes back with the end of the freeze.
  was_status text not null check (was_status in ('active', 'suspended', 'cancelled')),
  was_closed_for text check (was_closed_for = 'inactivity'),
  lifted_at timestamptz check (lifted_at >= frozen_at),
  lifted_by text check (char_length(lifted_by) between 1 and 100),
  lifted_how text check (lifted_how in ('passkey_and_code', 'office')),
  -- What the office saw of who stood there; never its whole number.
  identity_document text check (char_length(btrim(identity_document)) between 1 and 100),
  check ((frozen_by = 'member') = (way <> 'staff')),
  check ((frozen_by = 'member') or btrim(reason) <> ''),
  check ((was_status = 'active') = (was_closed_for is null)),
  constraint member_freeze_end check (num_nulls(lifted_at, lifted_by, lifted_how) in (0, 3)),
  constraint member_freeze_identity check ((lifted_how is not distinct from 'office') = (identity_document is not null))
);

create unique index member_freeze_open on member_freeze (member_id) where lifted_at is null;
create index member_freeze_by_member on member_freeze (member_id, id desc);
create trigger member_freeze_is_final before delete or
  update of member_id, frozen_by, way, actor, reason, source_mark, frozen_at, was_status, was_closed_for
  on member_freeze for each row execute function refuse_change();
create trigger member_freeze_stays before truncate on member_freeze
  for each statement execute function refuse_change();

-- What happened to the safety of a member's account, for the member's own eyes: in the transaction of what happened,
-- beside the audit trail. It has no name of staff, and of where a call came from what the trail has (sourceMark).
create table member_activity (
  id bigint generated always as identity,
  -- Null only for a name that nobody has, within a transaction that takes the row back.
  member_id bigint references member (id),
  -- Of the last one, where one row counts several.
  at timestamptz not null,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  doer text not null check (doer in ('member', 'office', 'bank', 'unknown')),
  about text not null check (about ~ '^[a-z_]{0,40}$'),
  times integer not null default 1 check (times > 0),
  browser text not null check (browser ~ '^[A-Za-z ]{0,24}$'),
  system text not null check (system ~ '^[A-Za-z ]{0,24}$'),
  source_mark text check (source_mark ~ '^[0-9a-f]{16}$')
);

-- Read newest first, a page at a time. There is no index of the id alone: of a member with very many rows the planner
-- would take it for a page far back, and read everybody's.
create unique index member_activity_by_member on member_activity (member_id, id);
-- From which networks a member has signed in.
create index member_activity_of_networks on member_activity (member_id, source_mark)
  where kind in ('signed_in', 'signed_in_new_device');
-- How often somebody was refused lately.
create index member_activity_of_refusals on member_activity (member_id, at) where kind = 'sign_in_refused';
-- Cleaned up by age; rows lie in the order of their time.
create index member_activity_by_time on member_activity using brin (at);

-- Who of the staff looks after an account that may be in other hands ('frozen-<freeze>', 'closed-<member>'): for what
-- began before, and no longer for what begins anew.
create table safety_watch_owner (
  watch_id text primary key check (watch_id ~ '^(reported|frozen|closed|refused)-[1-9][0-9]{0,17}$'),
  owner text not null,
  since timestamptz not null
);

create index member_by_closed_access on member (id) where access_closed_for = 'staff';
