-- What the ledger desk needs: totals of each day by account of the chart, days that are closed for good,
-- and the look of a person at what could not be booked.

-- Entries come nearly in the order of their days, postings in that of their ids: an index of page ranges
-- finds a day, or what was added last, and costs a writer next to nothing.
create index journal_entry_by_day on journal_entry using brin (business_date)
  with (pages_per_range = 16, autosummarize = on);
create index posting_by_id on posting using brin (id) with (pages_per_range = 16, autosummarize = on);

-- What was debited and credited in a day, by account of the chart, over the postings up to the mark
-- ledger_roll_up.day_posting_id. The later ones are few, and whoever reads adds them.
create table ledger_day_total (
  day date not null,
  book text not null,
  code text not null,
  debit_centavos bigint not null,
  credit_centavos bigint not null,
  postings bigint not null,
  primary key (day, book, code),
  foreign key (book, code) references chart_account (book, code)
);
alter table ledger_roll_up add column day_posting_id bigint not null default 0;

-- Up to here, this day included, no entry is taken any more. One row.
create table ledger_close (
  only_row boolean primary key default true check (only_row),
  through date not null
);
insert into ledger_close values (true, '-infinity');

-- A day that is being closed, or is. 'closing' takes no entry any more; what was under way when it began
-- is waited for, and then the day's totals are written. A closed day is never opened again.
create table business_day (
  day date primary key,
  state text not null default 'closing' check (state in ('closing', 'closed')),
  begun_by text not null,
  begun_at timestamptz not null,
  closed_by text,
  closed_at timestamptz,
  entries bigint,
  -- [[book, code, debit, credit], ...] in centavos, as texts: of this day, and of all days up to it.
  totals jsonb,
  totals_to_date jsonb,
  -- What stood in suspense for longer than a banking day when it was closed.
  suspense jsonb not null default '[]',
  check ((state = 'closed') = (num_nulls(closed_by, closed_at, entries, totals, totals_to_date) = 0))
);
create function business_day_is_closed_once() returns trigger language plpgsql as $$
begin
  if old.state = 'closed' or new.day <> old.day or new.begun_by <> old.begun_by or new.begun_at <> old.begun_at then
    raise exception 'business date % is closed for good', old.day using errcode = '42501';
  end if;
  return new;
end $$;
create trigger business_day_is_closed_once before update on business_day
  for each row execute function business_day_is_closed_once();
create trigger business_day_stays before delete on business_day
  for each row execute function refuse_change();
create trigger business_day_stays_whole before truncate on business_day
  for each statement execute function refuse_change();
create function ledger_close_goes_forward() returns trigger language plpgsql as $$
begin
  if new.through <= old.through then
    raise exception 'a closed business date is not opened again' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger ledger_close_goes_forward before update on ledger_close
  for each row execute function ledger_close_goes_forward();
create trigger ledger_close_stays before delete on ledger_close
  for each row execute function refuse_change();
create trigger ledger_close_stays_whole before truncate on ledger_close
  for each statement execute function refuse_change();

/*
 * Whoever writes the entry: none gets into a closed day. After the insert, so that the entry's transaction
 * has its number by then: one that looked before the day was closed is under way by number, and
 * ledger_end_close() is not called before it ended.
 */
create function entry_day_is_open() returns trigger language plpgsql as $$
begin
  if new.business_date <= (select c.through from public.ledger_close c) then
    raise exception 'business date % is closed', new.business_date using errcode = 'BK005';
  end if;
  return null;
end $$;
create trigger journal_entry_day_is_open after insert on journal_entry
  for each row execute function entry_day_is_open();

/* Adds up postings by day and account of the chart: those after p_after, up to p_to. */
create function ledger_totals_between(p_after bigint, p_to bigint)
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
create function ledger_totals()
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

-- As before (0001_ledger.sql); the same mark also serves the totals of the days.
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
    set posting_id = v_drawn, before_xid = v_number, day_posting_id = v_mark.posting_id;
  return v_moved;
end $$;

/*
 * Shuts a day: from the caller's commit on no entry gets into it or any day before. Days are closed in
 * their order, the first may be any. BK006 the day is not over (until five minutes past its midnight what
 * was booked in it may be under way), BK007 it is not the next one, BK008 it is closed or being closed.
 */
create function ledger_begin_close(p_day date, p_by text, p_at timestamptz) returns void
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
create function ledger_end_close(p_day date, p_by text, p_at timestamptz, p_suspense jsonb) returns boolean
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

-- What a partner told that does not fit waits until a person writes down what was done about it.
alter table transfer_exception
  add column resolved_by text,
  add column resolution text check (char_length(btrim(resolution)) between 1 and 1000),
  add constraint transfer_exception_is_resolved_by check (num_nulls(resolved_at, resolved_by, resolution) in (0, 3));
alter table issuer_event
  add column resolved_at timestamptz,
  add column resolved_by text,
  add column resolution text check (char_length(btrim(resolution)) between 1 and 1000),
  add constraint issuer_event_is_resolved check (
    num_nulls(resolved_at, resolved_by, resolution) in (0, 3) and (resolved_at is null or outcome = 'exception'));
create index issuer_event_newest on issuer_event (received_at);
drop index issuer_event_to_look_at;
create index issuer_event_to_look_at on issuer_event (received_at) where outcome = 'exception' and resolved_at is null;

-- Closing a day moves no money and hides nothing: one person does it.
insert into role_action (role, action, scope) values
  ('supervisor', 'ledger.view', 'all'),
  ('auditor', 'ledger.view', 'all'),
  ('administrator', 'ledger.view', 'all'),
  ('supervisor', 'ledger.close_day', 'all'),
  ('supervisor', 'exception.resolve', 'all');
