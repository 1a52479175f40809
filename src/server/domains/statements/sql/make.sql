/*
 * Makes the statements of a month for the next p_batch accounts, and notes how far it came in the same transaction.
 * False when the month is done. Of the ledger it takes what was booked before the month's end in Manila and stands in
 * no statement yet: an entry that came late is in the next one, and none is left out.
 */
create or replace function statement_make(p_month date, p_batch integer, p_at timestamptz) returns boolean
language plpgsql security definer as $$
declare
  v_through bigint;
  v_ended timestamptz;
  v_end timestamptz := (p_month + interval '1 month') at time zone 'Asia/Manila';
  v_last bigint;
  v_made integer;
begin
  insert into public.statement_month (month, begun_at) values (p_month, p_at) on conflict do nothing;
  select m.through_account_id, m.ended_at into v_through, v_ended
    from public.statement_month m where m.month = p_month for update;
  if v_ended is not null then
    return false;
  end if;
  select max(b.id) into v_last
    from (select a.id from public.member_account a where a.id > v_through order by a.id limit p_batch) b;
  if v_last is null then
    update public.statement_month set ended_at = p_at where month = p_month;
    return false;
  end if;
  with stood as (
    select a.id, a.ledger_account_id, a.fixed_ledger_account_id, f.month as former_month,
      coalesce(f.closing_centavos, 0) as opening,
      coalesce(f.last_posting_id, 0) as after_id, coalesce(f.last_fixed_posting_id, 0) as after_fixed_id,
      coalesce(l.id, 0) as last_id, coalesce(x.id, 0) as last_fixed_id,
      coalesce(l.balance_after_centavos, 0) + coalesce(x.balance_after_centavos, 0) as closing
    from public.member_account a
    left join lateral (
      select s.* from public.account_statement s where s.account_id = a.id order by s.month desc limit 1
    ) f on true
    left join lateral (
      select p.id, p.balance_after_centavos
      from public.posting p join public.journal_entry e on e.id = p.journal_entry_id
      where p.ledger_account_id = a.ledger_account_id and e.booked_at < v_end
      order by p.id desc limit 1
    ) l on true
    left join lateral (
      select p.id, p.balance_after_centavos
      from public.posting p join public.journal_entry e on e.id = p.journal_entry_id
      where p.ledger_account_id = a.fixed_ledger_account_id and e.booked_at < v_end
      order by p.id desc limit 1
    ) x on true
    where a.id > v_through and a.id <= v_last
      and (a.opened_at < v_end or l.id is not null or x.id is not null)
  ), made as (
    insert into public.account_statement (account_id, month, former_month, opening_centavos, in_centavos, out_centavos,
        closing_centavos, entries, after_posting_id, last_posting_id, after_fixed_posting_id, last_fixed_posting_id,
        made_at)
      select s.id, p_month, s.former_month, s.opening, m.money_in, m.money_out, s.closing, m.entries,
        s.after_id, s.last_id, s.after_fixed_id, s.last_fixed_id, p_at
      from stood s
      cross join lateral (
        select count(*) as entries, coalesce(sum(n.net) filter (where n.net > 0), 0) as money_in,
          coalesce(-sum(n.net) filter (where n.net < 0), 0) as money_out
        from (
          select sum(case p.side when 'C' then p.amount_centavos else -p.amount_centavos end) as net
          from (
            select * from public.posting p where p.ledger_account_id = s.ledger_account_id
              and p.id > s.after_id and p.id <= s.last_id
            union all
            select * from public.posting p where p.ledger_account_id = s.fixed_ledger_account_id
              and p.id > s.after_fixed_id and p.id <= s.last_fixed_id
          ) p
          group by p.journal_entry_id
        ) n
      ) m
      returning id
  )
  select count(*) into v_made from made;
  update public.statement_month set through_account_id = v_last, statements = statements + v_made
    where month = p_month;
  return true;
end $$;
