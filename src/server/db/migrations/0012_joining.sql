-- Signing up and coming back. The first steps of both are taken by whoever knows a membership number or a
-- username, so a number that nobody has leaves the same rows as any other (security.md S033).

alter table otp_challenge
  -- The guid that a sign-up or recovery was told: made of what was asked, never the member's own.
  -- Without a member no text was sent, and no code is right.
  add column told_guid uuid,
  -- The masked number that it was told: of the member, or of nobody.
  add column told_mobile text,
  -- False when nothing went to a phone: the step was nobody's, or a limit was reached.
  add column texted boolean,
  -- A stranger's step in a browser that the member has signed in with: counted apart from other strangers'.
  add column from_known_device boolean;
-- In steps: before version 18 PostgreSQL adds no column with a default to a table whose row a function takes.
update otp_challenge set texted = true, from_known_device = false;
alter table otp_challenge
  alter column texted set default true,
  alter column texted set not null,
  alter column from_known_device set default false,
  alter column from_known_device set not null,
  add constraint otp_challenge_texts_somebody check (member_id is not null or not texted),
  add constraint otp_challenge_is_somebodys check (member_id is not null or told_guid is not null);
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
  agreed_at timestamptz not null
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

/*
 * Counts one event of a key within a window that begins with its first. Seconds to wait when it is beyond
 * the limit, null when it is not.
 */
create function count_within(
  p_scope text, p_key text, p_limit integer, p_window interval, p_at timestamptz
) returns integer language sql as $$
  insert into throttle as t (scope, key, window_started_at, count)
    values (p_scope, p_key, p_at, 1)
    on conflict (scope, key) do update
      set count = case when t.window_started_at <= p_at - p_window then 1
            else least(t.count, p_limit) + 1 end,
          window_started_at = case when t.window_started_at <= p_at - p_window then p_at
            else t.window_started_at end
    returning case when count > p_limit
      then ceil(extract(epoch from window_started_at + p_window - p_at))::integer end
$$;

/* Fewer than 30 wrong codes of a day: of a member, or at the code from the counter ('first:' and a told guid). */
create function may_try_code(p_key text, p_at timestamptz) returns boolean language sql stable as $$
  select not exists (
    select from throttle
    where scope = 'otp_wrong' and key = p_key and count >= 30
      and window_started_at > p_at - interval '1 day'
  )
$$;

/*
 * Tries one code, of whatever the stage of the browser is for. Unknown, foreign, expired and replaced
 * codes are all 'incorrect', as a wrong one is. Codes of one guid take turns, and the row is locked before
 * anything is compared, so 200 calls at once are at most three comparisons. Comparing HMACs needs no
 * constant time: the caller cannot choose them. At sign-up the code from the counter counts too, for as
 * long as the stage lasts, also when the code of the text has expired.
 * The 30 wrong codes of a member's day are of steps behind a password. Strangers' steps neither count there
 * nor are stopped by it: their texts are few, with three tries each. Nothing that is counted of them depends
 * on there being a member; only the code from the counter, which has no text, has 30 wrong tries a day.
 * verdict: ok | incorrect | used_up
 */
create function try_code(
  p_pin_id uuid,
  p_guid uuid,
  p_purposes text[],
  p_browser_hash bytea,
  p_pin_hmac bytea,
  p_first_time_hmac bytea,
  p_stage_seconds integer,
  p_at timestamptz,
  out verdict text,
  out member_id bigint,
  out purpose text,
  -- There was a code to be right, whether or not anyone had it.
  out is_known boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  c otp_challenge%rowtype;
  v_is_strangers boolean;
  v_first_key text;
  v_first_time_id bigint;
begin
  verdict := 'incorrect';
  is_known := false;
  perform pg_advisory_xact_lock(hashtextextended(p_guid::text, 0));
  select o.* into c from otp_challenge o
    left join member m on m.id = o.member_id
    where o.pin_id = p_pin_id and coalesce(o.told_guid, m.guid) = p_guid
      and o.purpose = any (p_purposes) and o.browser_hash = p_browser_hash
    for update of o;
  if not found then
    return;
  end if;
  is_known := c.member_id is not null;
  purpose := c.purpose;
  if c.closed_at is not null then
    return;
  end if;
  if c.expires_at <= p_at
    and (c.purpose <> 'signup' or c.sent_at + make_interval(secs => p_stage_seconds) <= p_at) then
    return;
  end if;
  v_is_strangers := c.told_guid is not null;
  v_first_key := 'first:' || c.told_guid;
  if c.wrong_tries >= 3 or (not v_is_strangers and not may_try_code(c.member_id::text, p_at)) then
    verdict := 'used_up';
    return;
  end if;

  if c.purpose = 'signup' and c.member_id is not null and may_try_code(v_first_key, p_at) then
    select f.id into v_first_time_id from first_time_code f
      where f.told_guid = c.told_guid and f.closed_at is null and f.expires_at > p_at
        and f.code_hmac = p_first_time_hmac
      for update;
  end if;
  if v_first_time_id is not null or (c.pin_hmac = p_pin_hmac and c.expires_at > p_at) then
    verdict := 'ok';
    member_id := c.member_id;
    update first_time_code f set used_at = p_at, closed_at = p_at where f.id = v_first_time_id;
    -- A transfer spends its code later, with the money; everything else is finished by it.
    update otp_challenge o
      set verified_at = p_at, closed_at = case when c.purpose <> 'transfer' then p_at end
      where o.pin_id = p_pin_id;
  else
    update otp_challenge o set wrong_tries = o.wrong_tries + 1 where o.pin_id = p_pin_id;
    if not v_is_strangers then
      perform count_within('otp_wrong', c.member_id::text, 1000, interval '1 day', p_at);
    elsif c.purpose = 'signup' then
      perform count_within('otp_wrong', v_first_key, 1000, interval '1 day', p_at);
    end if;
  end if;
end $$;
