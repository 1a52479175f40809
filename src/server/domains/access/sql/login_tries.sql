-- Tries are taken before they are evaluated, in one statement each, so that however many calls come at
-- once over however many processes, no more than the allowed number is ever looked at.

/*
 * Takes one try to sign in. p_key names who is tried: a username (hashed) or one known device of its
 * member, which has tries of its own so that strangers cannot lock a member out of their own phone.
 * 3 failures close the key for 15 minutes; 100 failures in a row close it until recovery, a sign-in
 * that the member finishes elsewhere, or a day without a try that counts. A source has 1,000 failures in
 * 15 minutes over all keys: thousands of people may call from one address, so that what is counted for one is
 * a brake for floods alone. A known device has no source: p_source is null for it, so that strangers at its
 * address do not stop it. Success gives everything back (forget_login_tries).
 * verdict: ok | login_suspended | recovery_needed | too_many_requests
 */
create or replace function reserve_login_try(
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
  if p_source is not null then
    insert into throttle as t (scope, key, window_started_at) values ('login_source', p_source, p_at)
      on conflict (scope, key) do update set count = t.count returning * into source_row;
  end if;
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
  if source_row.count >= 1000 then
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
create or replace function forget_login_tries(p_key text, p_source text) returns void language plpgsql as $$
begin
  update throttle set count = greatest(count - 1, 0) where scope = 'login_source' and key = p_source;
  delete from throttle where scope = 'login_in_a_row' and key = p_key;
  delete from throttle where scope = 'login' and key = p_key;
end $$;
