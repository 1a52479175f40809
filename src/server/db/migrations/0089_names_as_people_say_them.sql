-- no transaction: the index is over all members, while the bank works
-- Each statement can be repeated. The functions are bound to each other when they are made: an index is built
-- without a search path. None of these functions is ever replaced: an index is made of them.
-- How a name is folded for searching stands here alone; what is stored stays as it is.

-- The words of a name: small letters without marks, nothing but letters and digits between single blanks.
-- Apostrophes go without a trace: O'Hara is 'ohara'.
create or replace function name_words(p_name text) returns text language sql immutable parallel safe return (
  select btrim(regexp_replace(
    regexp_replace(
      translate(lower(regexp_replace(normalize(p_name, NFD), '[\u0300-\u036f]', '', 'g')), 'đðøłı', 'ddoli'),
      '[''’‘ʼ`´]', '', 'g'),
    '[^[:alnum:]]+', ' ', 'g'))
);

-- The same words with each particle marked as belonging to the next word: 'reyes dela_cruz', 'de_guzman'.
create or replace function name_particles(p_words text) returns text language sql immutable parallel safe return (
  select regexp_replace(
    regexp_replace(p_words, '\mde (la|las|los)\M', 'de\1', 'g'),
    '\m(de|del|dela|delas|delos|da|das|do|dos|di|san|santa|santo|sta|sto|mac|mc|van|von|al|el|bin|ma) (?=[[:alnum:]])',
    '\1_', 'g')
);

-- What a name is found by: its words, its particles with and without a blank behind them, all of it as one
-- word, and Ma., Sta. and Sto. in full and shortened.
create or replace function name_forms(p_name text) returns text language sql immutable parallel safe return (
  select concat_ws(' ', w, replace(p, '_', ' '), replace(p, '_', ''), replace(w, ' ', ''),
    case when w ~ '\mma\M' then 'maria' end,
    case when w ~ '\msta\M' then 'santa' end,
    case when w ~ '\msto\M' then 'santo' end,
    case when w ~ '\msanta\M' then 'sta' end,
    case when w ~ '\msanto\M' then 'sto' end)
  from (select name_words(p_name) as w) as words, lateral (select name_particles(w) as p) as particles
);

-- All names of a member: A the last, B the first, C what stands between and after.
create or replace function member_names(p_first text, p_middle text, p_last text, p_qualifier text)
returns tsvector language sql immutable parallel safe return (
  select setweight(to_tsvector('simple', name_forms(p_last)), 'A')
    || setweight(to_tsvector('simple', name_forms(p_first)), 'B')
    || setweight(to_tsvector('simple', name_forms(p_middle) || ' ' || name_words(p_qualifier)), 'C')
);

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

drop index concurrently if exists member_by_names;
create index concurrently member_by_names on member
  using gin (member_names(first_name, middle_name, last_name, qualifier));
