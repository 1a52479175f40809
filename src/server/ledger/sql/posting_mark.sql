/*
 * Of an account's postings, the id from which on they were booked at this moment or later. They are written one after
 * the other, so it is found by halving, and not by reading what lies between. Clocks of two processes may differ: who
 * needs a posting that was booked close to the moment asks for a day more, and looks at each.
 */
create or replace function posting_mark(p_account_id bigint, p_at timestamptz) returns bigint
language plpgsql stable as $$
declare
  v_below bigint := 0;
  v_mark bigint;
  v_middle bigint;
  v_id bigint;
  v_booked_at timestamptz;
begin
  select p.id + 1 into v_mark
    from public.posting p where p.ledger_account_id = p_account_id order by p.id desc limit 1;
  while v_below + 1 < coalesce(v_mark, 0) loop
    v_middle := v_below + (v_mark - v_below) / 2;
    select p.id, e.booked_at into v_id, v_booked_at
      from public.posting p join public.journal_entry e on e.id = p.journal_entry_id
      where p.ledger_account_id = p_account_id and p.id >= v_middle
      order by p.id limit 1;
    if v_id is null or v_id >= v_mark or v_booked_at >= p_at then
      v_mark := v_middle;
    else
      v_below := v_id;
    end if;
  end loop;
  return coalesce(v_mark, 0);
end $$;
