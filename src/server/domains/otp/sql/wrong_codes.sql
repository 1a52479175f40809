-- Wrong codes, counted by day: of a member behind a password, and of strangers at a code from the counter.

/* Counts a wrong code of a member. False when this one is beyond the 30 of a day. */
create or replace function count_wrong_otp(p_member_id bigint, p_at timestamptz) returns boolean language plpgsql as $$
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
create or replace function may_try_otp(p_member_id bigint, p_at timestamptz) returns boolean language sql stable as $$
  select not exists (
    select from throttle
    where scope = 'otp_wrong' and key = p_member_id::text and count >= 30
      and window_started_at > p_at - interval '1 day'
  )
$$;

/* The wrong codes that were counted under a key within the day. */
create or replace function wrong_codes(p_key text, p_at timestamptz) returns bigint language sql stable as $$
  select coalesce(sum(count), 0) from throttle
  where scope = 'otp_wrong' and key = p_key and window_started_at > p_at - interval '1 day'
$$;

/* Fewer than 30 wrong codes of a day: of a member, or at the code from the counter ('first:' and a told guid). */
create or replace function may_try_code(p_key text, p_at timestamptz) returns boolean language sql stable as $$
  select not exists (
    select from throttle
    where scope = 'otp_wrong' and key = p_key and count >= 30
      and window_started_at > p_at - interval '1 day'
  )
$$;
