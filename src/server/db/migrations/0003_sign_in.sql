-- Tries are taken before they are evaluated, in one statement each, so that however many calls come at
-- once over however many processes, no more than the allowed number is ever looked at.

/*
 * Takes one try to sign in. p_key names who is tried: a username (hashed) or one known device of its
 * member, which has tries of its own so that strangers cannot lock a member out of their own phone.
 * 3 failures close the key for 15 minutes; 100 failures in a row close it until recovery, a sign-in
 * that the member finishes elsewhere, or a day without a try that counts; a source has 200 failures in
 * 15 minutes over all keys. Success gives everything back (forget_login_tries).
 * verdict: ok | login_suspended | recovery_needed | too_many_requests
 */
create function reserve_login_try(
  p_key text,
  p_source text,
  p_at timestamptz,
  out verdict text,
  out retry_seconds integer,
  out tries_left integer
) language plpgsql as $$
declare
  source_row throttle%rowtype;
  row_total throttle%rowtype;
  tries throttle%rowtype;
  used integer;
begin
  -- Each is made or locked in one step, always in this order, here and in forget_login_tries: two calls
  -- never wait for each other, and no row goes away between the look and the count.
  insert into throttle as t (scope, key, window_started_at) values ('login_source', p_source, p_at)
    on conflict (scope, key) do update set count = t.count returning * into source_row;
  insert into throttle as t (scope, key, window_started_at) values ('login_in_a_row', p_key, p_at)
    on conflict (scope, key) do update set count = t.count returning * into row_total;
  insert into throttle as t (scope, key, window_started_at) values ('login', p_key, p_at)
    on conflict (scope, key) do update set count = t.count returning * into tries;

  if tries.locked_until > p_at then
    verdict := 'login_suspended';
    retry_seconds := ceil(extract(epoch from tries.locked_until - p_at));
    return;
  end if;
  if row_total.window_started_at <= p_at - interval '1 day' then
    row_total.count := 0;
  end if;
  if row_total.count >= 100 then
    verdict := 'recovery_needed';
    return;
  end if;
  if source_row.window_started_at <= p_at - interval '15 minutes' then
    source_row.count := 0;
    source_row.window_started_at := p_at;
  end if;
  if source_row.count >= 200 then
    verdict := 'too_many_requests';
    retry_seconds := ceil(extract(epoch from source_row.window_started_at + interval '15 minutes' - p_at));
    return;
  end if;

  -- A lock that has passed, or a day without a third failure, starts a new count.
  if tries.locked_until is not null or tries.window_started_at <= p_at - interval '1 day' then
    tries.count := 0;
    tries.window_started_at := p_at;
  end if;
  used := tries.count + 1;
  update throttle
    set count = used,
        window_started_at = tries.window_started_at,
        locked_until = case when used >= 3 then p_at + interval '15 minutes' end
    where scope = 'login' and key = p_key;
  update throttle set count = row_total.count + 1, window_started_at = p_at
    where scope = 'login_in_a_row' and key = p_key;
  update throttle set count = source_row.count + 1, window_started_at = source_row.window_started_at
    where scope = 'login_source' and key = p_source;
  verdict := 'ok';
  tries_left := 3 - used;
end $$;

/* The password was right: its key starts afresh, and the source gets this try back. */
create function forget_login_tries(p_key text, p_source text) returns void language plpgsql as $$
begin
  update throttle set count = greatest(count - 1, 0) where scope = 'login_source' and key = p_source;
  delete from throttle where scope = 'login_in_a_row' and key = p_key;
  delete from throttle where scope = 'login' and key = p_key;
end $$;

/* Counts a call within 15 minutes. Seconds to wait when it is beyond the limit, null when it is not. */
create function count_call(p_scope text, p_key text, p_limit integer, p_at timestamptz) returns integer
language sql as $$
  insert into throttle as t (scope, key, window_started_at, count)
    values (p_scope, p_key, p_at, 1)
    on conflict (scope, key) do update
      set count = case when t.window_started_at <= p_at - interval '15 minutes' then 1
            else least(t.count, p_limit) + 1 end,
          window_started_at = case when t.window_started_at <= p_at - interval '15 minutes' then p_at
            else t.window_started_at end
    returning case when count > p_limit
      then ceil(extract(epoch from window_started_at + interval '15 minutes' - p_at))::integer end
$$;

/* Counts a wrong code of a member. False when this one is beyond the 30 of a day. */
create function count_wrong_otp(p_member_id bigint, p_at timestamptz) returns boolean language plpgsql as $$
declare
  total integer;
begin
  insert into throttle as t (scope, key, window_started_at, count)
    values ('otp_wrong', p_member_id::text, p_at, 1)
    on conflict (scope, key) do update
      set count = case when t.window_started_at <= p_at - interval '1 day' then 1 else t.count + 1 end,
          window_started_at = case when t.window_started_at <= p_at - interval '1 day' then p_at else t.window_started_at end
    returning count into total;
  return total <= 30;
end $$;

/* True while a member may still enter codes today. */
create function may_try_otp(p_member_id bigint, p_at timestamptz) returns boolean language sql stable as $$
  select not exists (
    select from throttle
    where scope = 'otp_wrong' and key = p_member_id::text and count >= 30
      and window_started_at > p_at - interval '1 day'
  )
$$;

/*
 * Tries one code. Unknown, foreign, expired and replaced codes are all 'incorrect', as a wrong one is.
 * The row is locked first, so 200 calls at once are at most three comparisons. Comparing HMACs needs
 * no constant time: the caller cannot choose them.
 * verdict: ok | incorrect | used_up
 */
create function try_otp(
  p_pin_id uuid,
  p_member_guid uuid,
  p_purpose text,
  p_browser_hash bytea,
  p_pin_hmac bytea,
  p_at timestamptz,
  out verdict text,
  out member_id bigint
) language plpgsql as $$
declare
  c otp_challenge%rowtype;
begin
  verdict := 'incorrect';
  select o.* into c from otp_challenge o
    join member m on m.id = o.member_id
    where o.pin_id = p_pin_id and m.guid = p_member_guid and o.purpose = p_purpose
      and o.browser_hash = p_browser_hash
    for update of o;
  if not found or c.closed_at is not null or c.expires_at <= p_at then
    return;
  end if;
  if c.wrong_tries >= 3 or not may_try_otp(c.member_id, p_at) then
    verdict := 'used_up';
    return;
  end if;
  if c.pin_hmac = p_pin_hmac then
    verdict := 'ok';
    member_id := c.member_id;
    -- A sign-in is finished by its code; a transfer spends the code later, with the money.
    update otp_challenge
      set verified_at = p_at, closed_at = case when p_purpose = 'login' then p_at end
      where pin_id = p_pin_id;
  else
    update otp_challenge set wrong_tries = wrong_tries + 1 where pin_id = p_pin_id;
    perform count_wrong_otp(c.member_id, p_at);
  end if;
end $$;
