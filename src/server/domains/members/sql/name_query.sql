-- What was typed, in any order: every word begins a word of the name. p_part: 'A', 'B', 'C' for one part of the
-- name, '' for all. Finds nobody where no letter was typed.
create or replace function name_query(p_typed text, p_part text) returns tsquery language sql immutable parallel safe return (
  select case when w = '' then ''::tsquery else to_tsquery('simple', (
    select string_agg(case when t like '%\_%'
        then '(' || replace(t, '_', '') || e || ' | ' || replace(t, '_', e || ' & ') || e || ')'
        else t || e end, ' & ')
    from unnest(string_to_array(name_particles(w), ' ')) as t
  ) || ' | ' || replace(w, ' ', '') || e) end
  from (select name_words(p_typed) as w, ':*' || p_part as e) as typed
);
