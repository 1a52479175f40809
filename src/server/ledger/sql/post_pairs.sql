-- Books several entries of one step, each of two lines: what ledger_post() does for each, by one statement for
-- all. Several may move one account; they count in the order given.
-- BK001 not enough available, BK002 does not balance (one unknown account too), BK003 unknown accounts,
-- BK004 already booked.
create or replace function ledger_post_pairs(
  p_operation text,
  p_step text,
  p_business_date date,
  p_booked_at timestamptz,
  p_references text[],
  p_actors text[],
  p_debit_ids bigint[],
  p_credit_ids bigint[],
  p_amounts bigint[]
) returns void language plpgsql security definer as $$
declare
  v_entries integer;
  v_lines integer;
  v_unmoved integer;
begin
  -- In the order of their ids, so that two calls never wait for each other. The statement below takes
  -- the accounts of one pair in that order by itself.
  if cardinality(p_references) > 1 then
    perform from public.ledger_account a
      where a.id = any (p_debit_ids || p_credit_ids) and a.kind = 'member' order by a.id for no key update;
  end if;

  with entry as (
    insert into public.journal_entry (operation, step, reference, business_date, booked_at, actor)
      select p_operation, p_step, pair.reference, p_business_date, p_booked_at, pair.actor
      from unnest(p_references, p_actors) as pair (reference, actor)
      on conflict (reference, operation, step) do nothing
      returning id, reference
  ), line as (
    select pair.n, e.id as entry_id, half.account_id, half.side, pair.amount, l.kind,
      case when l.normal_side = half.side then pair.amount else -pair.amount end as move
    from unnest(p_references, p_debit_ids, p_credit_ids, p_amounts) with ordinality
      as pair (reference, debit_id, credit_id, amount, n)
    join entry e on e.reference = pair.reference
    cross join lateral (values ('D', pair.debit_id), ('C', pair.credit_id)) as half (side, account_id)
    join public.ledger_account l on l.id = half.account_id
  ), moved as (
    update public.ledger_account a set balance_centavos = a.balance_centavos + t.move
      from (
        select line.account_id, sum(line.move)::bigint as move from line
        where line.kind = 'member' group by line.account_id order by line.account_id
      ) t
      where a.id = t.account_id and (t.move >= 0 or a.balance_centavos - a.hold_centavos >= -t.move)
      returning a.id, a.balance_centavos
  ), posted as (
    -- The balance after a line is the balance after all of them, without what came later.
    insert into public.posting (journal_entry_id, ledger_account_id, side, amount_centavos, balance_after_centavos)
      select line.entry_id, line.account_id, line.side, line.amount,
        m.balance_centavos - coalesce(sum(line.move) over (
          partition by line.account_id order by line.n desc, line.side desc
          rows between unbounded preceding and 1 preceding), 0)
      from line left join moved m on m.id = line.account_id
      -- Debit before credit, as its letter comes after.
      order by line.n, line.side desc
  )
  select (select count(*) from entry), count(*),
      count(*) filter (where line.kind = 'member' and m.id is null)
    into v_entries, v_lines, v_unmoved
    from line left join moved m on m.id = line.account_id;
  if v_entries <> cardinality(p_references) then
    raise exception 'an entry of % % is already booked', p_operation, p_step using errcode = 'BK004';
  elsif v_unmoved > 0 then
    raise exception 'not enough available on an account' using errcode = 'BK001';
  elsif v_lines <> 2 * cardinality(p_references) then
    raise exception 'there is no such account' using errcode = 'BK003';
  end if;
end $$;
