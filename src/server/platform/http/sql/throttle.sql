-- Counts of calls, shared by all processes.

/* Counts a call within 15 minutes. Seconds to wait when it is beyond the limit, null when it is not. */
create or replace function count_call(p_scope text, p_key text, p_limit integer, p_at timestamptz) returns integer
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

/*
 * Counts one event of a key within a window that begins with its first. Seconds to wait when it is beyond
 * the limit, null when it is not.
 */
create or replace function count_within(
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
