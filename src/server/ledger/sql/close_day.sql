/*
 * Whoever writes the entry: none gets into a closed day. After the insert, so that the entry's transaction
 * has its number by then: one that looked before the day was closed is under way by number, and
 * ledger_end_close() is not called before it ended.
 */
create or replace function entry_day_is_open() returns trigger language plpgsql as $$
begin
  if new.business_date <= (select c.through from public.ledger_close c) then
    raise exception 'business date % is closed', new.business_date using errcode = 'BK005';
  end if;
  return null;
end $$;
create or replace trigger journal_entry_day_is_open after insert on journal_entry
  for each row execute function entry_day_is_open();

/*
 * Shuts a day: from the caller's commit on no entry gets into it or any day before. Days are closed in
 * their order, the first may be any. BK006 the day is not over (until five minutes past its midnight what
 * was booked in it may be under way), BK007 it is not the next one, BK008 it is closed or being closed.
 */
create or replace function ledger_begin_close(p_day date, p_by text, p_at timestamptz) returns void
language plpgsql security definer as $$
declare
  v_through date;
begin
  select c.through into v_through from public.ledger_close c for update;
  if p_day <= v_through then
    raise exception 'business date % is closed', p_day using errcode = 'BK008';
  elsif p_at < ((p_day + 1)::timestamp at time zone 'Asia/Manila') + interval '5 minutes' then
    raise exception 'business date % is not over', p_day using errcode = 'BK006';
  elsif v_through <> '-infinity' and p_day <> v_through + 1 then
    raise exception 'business date % comes first', v_through + 1 using errcode = 'BK007';
  elsif exists (select from public.business_day b where b.state = 'closing') then
    raise exception 'another business date is being closed' using errcode = 'BK007';
  end if;
  insert into public.business_day (day, begun_by, begun_at) values (p_day, p_by, p_at);
  update public.ledger_close set through = p_day;
end $$;

/*
 * Writes a shut day's totals and closes it; false when it was closed meanwhile, or never shut. To be called
 * once every transaction under way when ledger_begin_close() was committed has ended. The totals are added
 * up from the postings anew, and must be those the roll-up has (BK009). BK002 a book does not balance.
 */
create or replace function ledger_end_close(p_day date, p_by text, p_at timestamptz, p_suspense jsonb) returns boolean
language plpgsql security definer as $$
declare
  v_from date;
  v_to_date jsonb;
  v_totals jsonb;
  v_entries bigint;
begin
  perform from public.business_day b where b.day = p_day and b.state = 'closing' for update;
  if not found then
    return false;
  end if;
  -- A first close takes all days before it along.
  select coalesce(max(b.day), '-infinity') into v_from from public.business_day b where b.day < p_day;
  if exists (
    select from public.ledger_totals() t where t.day <= p_day
    group by t.book having sum(t.debit) <> sum(t.credit)
  ) then
    raise exception 'a book does not balance on %', p_day using errcode = 'BK002';
  elsif exists (
    select from (
      select a.book, a.code, sum(case when p.side = 'D' then p.amount_centavos else -p.amount_centavos end) as net,
        sum(p.amount_centavos) as moved
      from public.journal_entry e
      join public.posting p on p.journal_entry_id = e.id
      join public.ledger_account a on a.id = p.ledger_account_id
      where e.business_date > v_from and e.business_date <= p_day
      group by a.book, a.code
    ) posted
    full join (
      select t.book, t.code, sum(t.debit - t.credit) as net, sum(t.debit + t.credit) as moved
      from public.ledger_totals() t where t.day > v_from and t.day <= p_day group by t.book, t.code
    ) rolled using (book, code)
    where (posted.net, posted.moved) is distinct from (rolled.net, rolled.moved)
  ) then
    raise exception 'the totals of % are not those of its postings', p_day using errcode = 'BK009';
  end if;
  select coalesce(jsonb_agg(jsonb_build_array(t.book, t.code, t.debit::text, t.credit::text) order by t.book, t.code), '[]')
    into v_totals
    from (
      select x.book, x.code, sum(x.debit) as debit, sum(x.credit) as credit
      from public.ledger_totals() x where x.day > v_from and x.day <= p_day group by x.book, x.code
    ) t;
  select coalesce(jsonb_agg(jsonb_build_array(t.book, t.code, t.debit::text, t.credit::text) order by t.book, t.code), '[]')
    into v_to_date
    from (
      select x.book, x.code, sum(x.debit) as debit, sum(x.credit) as credit
      from public.ledger_totals() x where x.day <= p_day group by x.book, x.code
    ) t;
  select count(*) into v_entries from public.journal_entry e
    where e.business_date > v_from and e.business_date <= p_day;
  update public.business_day set state = 'closed', closed_by = p_by, closed_at = p_at, entries = v_entries,
      totals = v_totals, totals_to_date = v_to_date, suspense = p_suspense
    where day = p_day;
  return true;
end $$;

/* A closed day stays closed, as it was closed. */
create or replace function business_day_is_closed_once() returns trigger language plpgsql as $$
begin
  if old.state = 'closed' or new.day <> old.day or new.begun_by <> old.begun_by or new.begun_at <> old.begun_at then
    raise exception 'business date % is closed for good', old.day using errcode = '42501';
  end if;
  return new;
end $$;
create or replace trigger business_day_is_closed_once before update on business_day
  for each row execute function business_day_is_closed_once();

/* What is closed is never opened again. */
create or replace function ledger_close_goes_forward() returns trigger language plpgsql as $$
begin
  if new.through <= old.through then
    raise exception 'a closed business date is not opened again' using errcode = '42501';
  end if;
  return new;
end $$;
create or replace trigger ledger_close_goes_forward before update on ledger_close
  for each row execute function ledger_close_goes_forward();
