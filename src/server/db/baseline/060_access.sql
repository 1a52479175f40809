-- Who is calling: browsers, sessions and codes, and how members come and come back.

-- A browser that once finished a sign-in of this member. The cookie holds the secret, we its hash.
create table device (
  id uuid primary key,
  member_id bigint not null references member (id),
  secret_hash bytea not null unique,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- From when on its secret opens nothing: a sign-in in that browser takes a code again.
  forgotten_at timestamptz check (forgotten_at >= first_seen_at)
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
  ended_reason text check (ended_reason in ('logout', 'other_device', 'expired', 'revoked', 'staff')),
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
  in_budget boolean not null default true
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
    and o.purpose in ('signup', 'login', 'recover_username', 'recover_password', 'transfer', 'raise_limit', 'reveal_cvv',
      'accept_loan');
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
  password_has_birth_date boolean not null,
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
