/* Adds up postings by day and account of the chart: those after p_after, up to p_to. */
create or replace function ledger_totals_between(p_after bigint, p_to bigint)
returns table (day date, book text, code text, debit bigint, credit bigint, postings bigint)
language sql stable
begin atomic
  select e.business_date, a.book, a.code,
    coalesce(sum(p.amount_centavos) filter (where p.side = 'D'), 0)::bigint,
    coalesce(sum(p.amount_centavos) filter (where p.side = 'C'), 0)::bigint, count(*)
  from posting p
  join journal_entry e on e.id = p.journal_entry_id
  join ledger_account a on a.id = p.ledger_account_id
  where p.id > p_after and p.id <= p_to
  group by e.business_date, a.book, a.code;
end;

/* Debits and credits of each day and account of the chart, exact at this moment. */
create or replace function ledger_totals()
returns table (day date, book text, code text, debit bigint, credit bigint)
language sql stable
begin atomic
  select t.day, t.book, t.code, sum(t.debit)::bigint, sum(t.credit)::bigint
  from (
    select d.day, d.book, d.code, d.debit_centavos as debit, d.credit_centavos as credit from ledger_day_total d
    union all
    select n.day, n.book, n.code, n.debit, n.credit
    from ledger_totals_between((select r.day_posting_id from ledger_roll_up r), 9223372036854775807) n
  ) t
  group by t.day, t.book, t.code;
end;

-- Adds finished postings to the balances of control accounts; answers how many accounts moved.
-- A posting's id is drawn before its transaction ends, so a lower id may appear after a higher one was
-- read. Each call therefore notes the last id drawn and then its own transaction number: whoever drew
-- that id, or a lower one, has a lower number. The next calls roll up to the noted id once every
-- transaction with a lower number has ended. Nobody waits for anybody.
-- The same mark also serves the totals of the days. No mark is ever set back: a call that drew its id before another
-- one began, and locked the row after that one had ended, would set the mark behind the totals of the days, and the
-- next call these behind what they contain, and count postings twice.
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
