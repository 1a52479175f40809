-- Wrong codes, counted by day: of a member behind a password, and of strangers at a code from the counter.

/* Counts a wrong code under a key: of a member the id. */
create or replace function count_wrong_code(p_key text, p_at timestamptz) returns void language plpgsql as $$
begin
  perform count_within('otp_wrong', p_key, 1000, interval '1 day', p_at);
end $$;

/* The wrong codes that were counted under a key within the day. */
create or replace function wrong_codes(p_key text, p_at timestamptz) returns bigint language sql stable as $$
  select coalesce(sum(count), 0) from throttle
  where scope = 'otp_wrong' and key = p_key and window_started_at > p_at - interval '1 day'
$$;

/* True while a member may still enter codes: fewer than 30 wrong ones in a day. */
create or replace function may_try_code(p_member_id bigint, p_at timestamptz) returns boolean language sql stable
return wrong_codes(p_member_id::text, p_at) < 30;
