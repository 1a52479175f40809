-- As before (0023_ledger_desk.sql), but that no mark is ever set back. A call that drew its id before another one
-- began, and locked the row after that one had ended, set the mark behind the totals of the days, and the next call
-- these behind what they contain: postings were counted twice.
create or replace function ledger_roll_up() returns integer language plpgsql security definer as $$
declare
  v_drawn bigint;
  v_number xid8;
  v_mark public.ledger_roll_up;
  v_moved integer;
begin
  if pg_current_xact_id_if_assigned() is not null then
    raise exception 'ledger_roll_up() needs a transaction of its own';
  end if;
  select case when s.is_called then s.last_value else 0 end into v_drawn from public.posting_id_seq s;
  v_number := pg_current_xact_id();

  select * into v_mark from public.ledger_roll_up for update skip locked;
  if not found or v_mark.before_xid > pg_snapshot_xmin(pg_current_snapshot()) then
    return 0;
  end if;
  with moved as (
    select a.id, t.moved_centavos
    from public.ledger_account a
    cross join lateral (
      select sum(case when p.side = a.normal_side then p.amount_centavos else -p.amount_centavos end)::bigint
        as moved_centavos
      from public.posting p
      where p.ledger_account_id = a.id and p.id > a.rolled_up_posting_id and p.id <= v_mark.posting_id
    ) t
    where a.kind = 'control' and t.moved_centavos is not null
  )
  update public.ledger_account a
    set balance_centavos = a.balance_centavos + m.moved_centavos, rolled_up_posting_id = v_mark.posting_id
    from moved m where a.id = m.id;
  get diagnostics v_moved = row_count;
  if v_mark.posting_id > v_mark.day_posting_id then
    insert into public.ledger_day_total as d (day, book, code, debit_centavos, credit_centavos, postings)
      select t.day, t.book, t.code, t.debit, t.credit, t.postings
      from public.ledger_totals_between(v_mark.day_posting_id, v_mark.posting_id) t
      on conflict (day, book, code) do update set
        debit_centavos = d.debit_centavos + excluded.debit_centavos,
        credit_centavos = d.credit_centavos + excluded.credit_centavos,
        postings = d.postings + excluded.postings;
  end if;
  update public.ledger_roll_up
    set posting_id = greatest(v_drawn, v_mark.posting_id), before_xid = v_number,
      day_posting_id = greatest(v_mark.posting_id, v_mark.day_posting_id);
  return v_moved;
end $$;
