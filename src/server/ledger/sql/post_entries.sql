/*
 * Books several entries of one step, each of as many lines as it needs, by one statement. `p_entries` says
 * of each line to which of the references it belongs, from 1 on. Several may move one account; they count
 * in the order given.
 * BK001 not enough available, BK002 does not balance, BK003 unknown accounts, BK004 already booked.
 */
create or replace function ledger_post_entries(
  p_operation text,
  p_step text,
  p_business_date date,
  p_booked_at timestamptz,
  p_references text[],
  p_actors text[],
  p_entries integer[],
  p_account_ids bigint[],
  p_sides text[],
  p_amounts bigint[]
) returns void language plpgsql security definer as $$
declare
  v_entries integer;
  v_lines integer;
  v_unmoved integer;
begin
  -- In the order of their ids, so that two calls never wait for each other.
  perform from public.ledger_account a
    where a.id = any (p_account_ids) and a.kind = 'member' order by a.id for no key update;

  with entry as (
    insert into public.journal_entry (operation, step, reference, business_date, booked_at, actor)
      select p_operation, p_step, given.reference, p_business_date, p_booked_at, given.actor
      from unnest(p_references, p_actors) as given (reference, actor)
      on conflict (reference, operation, step) do nothing
      returning id, reference
  ), line as (
    select given.n, e.id as entry_id, given.account_id, given.side, given.amount, l.kind,
      case when l.normal_side = given.side then given.amount else -given.amount end as move
    from unnest(p_entries, p_account_ids, p_sides, p_amounts) with ordinality
      as given (entry, account_id, side, amount, n)
    join entry e on e.reference = p_references[given.entry]
    join public.ledger_account l on l.id = given.account_id
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
          partition by line.account_id order by line.n desc
          rows between unbounded preceding and 1 preceding), 0)
      from line left join moved m on m.id = line.account_id
      order by line.n
  )
  select (select count(*) from entry), count(*),
      count(*) filter (where line.kind = 'member' and m.id is null)
    into v_entries, v_lines, v_unmoved
    from line left join moved m on m.id = line.account_id;
  if v_entries <> cardinality(p_references) then
    raise exception 'an entry of % % is already booked', p_operation, p_step using errcode = 'BK004';
  elsif v_unmoved > 0 then
    raise exception 'not enough available on an account' using errcode = 'BK001';
  elsif v_lines <> cardinality(p_entries) then
    raise exception 'there is no such account' using errcode = 'BK003';
  end if;
end $$;
