-- The ledger: double entry in two books. ASSOC is the association's own, CARD the card programme's.
-- Every journal entry balances inside each book; money crosses only by ASSOC 1120 and CARD 1510.
-- Entries and postings are never changed: a mistake is corrected by a further entry.
-- The application reads these tables and writes them only through the functions below.

-- What accounts there may be (data/chart-of-accounts.json).
create table chart_account (
  book text not null check (book in ('ASSOC', 'CARD')),
  code text not null check (code ~ '^[0-9]{4}$'),
  name text not null,
  type text not null check (type in ('asset', 'contra_asset', 'liability', 'equity', 'income', 'expense')),
  normal_side text not null check (normal_side in ('D', 'C')),
  kind text not null check (kind in ('control', 'member')),
  -- What a subledger of the account stands for; empty where there is none.
  subledger text not null default '',
  primary key (book, code),
  unique (book, code, kind, normal_side)
);

insert into chart_account (book, code, name, type, normal_side, kind, subledger) values
  ('ASSOC', '1010', 'Cash on hand and in vault', 'asset', 'D', 'control', 'office'),
  ('ASSOC', '1110', 'Due from depository banks', 'asset', 'D', 'control', 'bank_account'),
  ('ASSOC', '1120', 'Card funding account at issuer bank (mother wallet)', 'asset', 'D', 'control', 'issuer_account'),
  ('ASSOC', '1130', 'Receivable from issuer (fee share, refunds due)', 'asset', 'D', 'control', ''),
  ('ASSOC', '1210', 'Loans receivable - current', 'asset', 'D', 'control', 'loan'),
  ('ASSOC', '1220', 'Loans receivable - past due', 'asset', 'D', 'control', 'loan'),
  ('ASSOC', '1230', 'Accrued interest receivable', 'asset', 'D', 'control', 'loan'),
  ('ASSOC', '1240', 'Penalties receivable', 'asset', 'D', 'control', 'loan'),
  ('ASSOC', '1290', 'Allowance for credit losses', 'contra_asset', 'C', 'control', ''),
  ('ASSOC', '1310', 'Payroll deductions receivable (employer remittance)', 'asset', 'D', 'control', 'employer'),
  ('ASSOC', '1410', 'Unidentified collections - debit suspense', 'asset', 'D', 'control', 'suspense_item'),
  ('ASSOC', '2010', 'Member savings deposits', 'liability', 'C', 'member', 'deposit_account'),
  ('ASSOC', '2020', 'Member storage account (Cash Advance Storage Account)', 'liability', 'C', 'member', 'deposit_account'),
  ('ASSOC', '2030', 'Capital contribution - withdrawable buffer', 'liability', 'C', 'member', 'deposit_account'),
  ('ASSOC', '2110', 'Loan proceeds payable', 'liability', 'C', 'control', 'loan'),
  ('ASSOC', '2120', 'Documentary stamp tax payable', 'liability', 'C', 'control', ''),
  ('ASSOC', '2130', 'Loan protection premium payable', 'liability', 'C', 'control', ''),
  ('ASSOC', '2140', 'Accrued interest payable on savings', 'liability', 'C', 'control', 'deposit_account'),
  ('ASSOC', '2150', 'Dividends payable', 'liability', 'C', 'control', 'member'),
  ('ASSOC', '2160', 'Card fees payable to issuer / bureau', 'liability', 'C', 'control', ''),
  ('ASSOC', '2190', 'Unidentified collections - credit suspense', 'liability', 'C', 'control', 'suspense_item'),
  ('ASSOC', '2210', 'Unearned (advance) loan payments', 'liability', 'C', 'control', 'loan'),
  ('ASSOC', '2290', 'Unclaimed balances', 'liability', 'C', 'control', 'deposit_account'),
  ('ASSOC', '2310', 'Top-ups in transit to issuer', 'liability', 'C', 'control', 'transfer'),
  ('ASSOC', '3010', 'Capital contribution - fixed', 'equity', 'C', 'member', 'deposit_account'),
  ('ASSOC', '3110', 'Retained surplus', 'equity', 'C', 'control', ''),
  ('ASSOC', '3120', 'Reserves (withdrawable share, ledger discrepancies, premises)', 'equity', 'C', 'control', ''),
  ('ASSOC', '3900', 'Net income for distribution', 'equity', 'C', 'control', ''),
  ('ASSOC', '4010', 'Interest income on loans', 'income', 'C', 'control', 'loan_product'),
  ('ASSOC', '4020', 'Penalty income', 'income', 'C', 'control', 'loan_product'),
  ('ASSOC', '4030', 'Processing and service fee income', 'income', 'C', 'control', 'loan_product'),
  ('ASSOC', '4110', 'Card fee income (issuance)', 'income', 'C', 'control', ''),
  ('ASSOC', '4120', 'Card upgrade fee income', 'income', 'C', 'control', ''),
  ('ASSOC', '4130', 'Transfer fee share income', 'income', 'C', 'control', 'rail'),
  ('ASSOC', '5010', 'Interest expense on savings', 'expense', 'D', 'control', ''),
  ('ASSOC', '5110', 'Card production and issuer cost', 'expense', 'D', 'control', ''),
  ('ASSOC', '5120', 'Rail and switching cost', 'expense', 'D', 'control', 'rail'),
  ('ASSOC', '5210', 'Credit losses', 'expense', 'D', 'control', ''),
  ('ASSOC', '5310', 'Operational losses and adjustments', 'expense', 'D', 'control', ''),
  ('CARD', '1510', 'Funding received from association (mother wallet contra)', 'asset', 'D', 'control', 'issuer_account'),
  ('CARD', '1520', 'InstaPay settlement (PhilPaSS DDA, net debit cap)', 'asset', 'D', 'control', 'rail_day'),
  ('CARD', '1530', 'PESONet settlement (PhilPaSS DDA3)', 'asset', 'D', 'control', 'rail_cycle'),
  ('CARD', '1540', 'Visa / BancNet settlement', 'asset', 'D', 'control', 'scheme_day'),
  ('CARD', '1590', 'Rail exceptions receivable', 'asset', 'D', 'control', 'transfer'),
  ('CARD', '2510', 'Member card accounts (EON)', 'liability', 'C', 'member', 'card_account'),
  ('CARD', '2520', 'InstaPay outgoing in process', 'liability', 'C', 'control', 'transfer'),
  ('CARD', '2530', 'PESONet outgoing in process', 'liability', 'C', 'control', 'transfer'),
  ('CARD', '2540', 'Card authorizations held', 'liability', 'C', 'control', 'authorization'),
  ('CARD', '2550', 'Fees collected, held until final', 'liability', 'C', 'control', 'transfer'),
  ('CARD', '2590', 'Card suspense', 'liability', 'C', 'control', 'suspense_item'),
  ('CARD', '4510', 'Transfer fee income', 'income', 'C', 'control', 'rail'),
  ('CARD', '4520', 'Card service fee income', 'income', 'C', 'control', ''),
  ('CARD', '5510', 'Dispute and late-success losses', 'expense', 'D', 'control', '');

-- A member account keeps its balance under a lock and never goes below its holds. A control account
-- takes part in nearly every entry: it is never locked, its balance is the sum of its postings, of
-- which balance_centavos is the part up to rolled_up_posting_id.
-- Each check constraint is read and compiled anew by every statement that moves a balance, so there is
-- the one that matters; the shape of a row is settled when it is opened (ledger_account_shape).
create table ledger_account (
  id bigint generated always as identity primary key,
  book text not null,
  code text not null,
  subledger text not null default '',
  kind text not null,
  normal_side text not null,
  -- Positive on the normal side.
  balance_centavos bigint not null default 0,
  hold_centavos bigint not null default 0,
  available_centavos bigint not null generated always as (balance_centavos - hold_centavos) stored,
  rolled_up_posting_id bigint not null default 0,
  opened_at timestamptz not null,
  unique (book, code, subledger),
  foreign key (book, code, kind, normal_side) references chart_account (book, code, kind, normal_side),
  constraint member_never_negative check (balance_centavos >= hold_centavos or kind = 'control')
-- Room for new versions of a row on its own page, so that moving a balance touches no index.
) with (fillfactor = 50);

create table journal_entry (
  id bigint generated always as identity primary key,
  -- The recipe (data/journal-templates.json), for example OWN_TOPUP accept.
  operation text not null,
  step text not null,
  -- What the money moved for, as members know it.
  reference text not null,
  -- The day it counts, in Manila.
  business_date date not null,
  booked_at timestamptz not null,
  actor text not null,
  reversal_of bigint references journal_entry (id),
  -- A step of an operation is booked once.
  unique (reference, operation, step)
);
create unique index journal_entry_reversed_once on journal_entry (reversal_of) where reversal_of is not null;

-- No foreign keys: their checks would lock the row of a control account in every entry. The trigger
-- posting_balances refuses an unknown account and a side that is none, and the entry is written by the
-- same call.
create table posting (
  id bigint generated always as identity,
  journal_entry_id bigint not null,
  ledger_account_id bigint not null,
  side text not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  -- Null for a control account.
  balance_after_centavos bigint,
  primary key (ledger_account_id, id)
);
create index posting_by_entry on posting (journal_entry_id);

-- Money set aside: part of the balance, no part of what is available.
create table ledger_hold (
  id bigint generated always as identity primary key,
  ledger_account_id bigint not null references ledger_account (id),
  amount_centavos bigint not null check (amount_centavos > 0),
  reference text not null,
  reason text not null,
  placed_at timestamptz not null,
  expires_at timestamptz not null,
  released_at timestamptz,
  unique (ledger_account_id, reference, reason)
);
create index ledger_hold_open on ledger_hold (ledger_account_id) where released_at is null;

-- One row: the mark the next roll-up may go to, once every transaction older than it has ended.
create table ledger_roll_up (
  only_row boolean primary key default true check (only_row),
  posting_id bigint not null default 0,
  before_xid xid8 not null default '0'
);
insert into ledger_roll_up default values;

-- Entries balance, in each book, whoever inserts the postings.
create function posting_balances() returns trigger language plpgsql as $$
begin
  if exists (
    select from (
      select p.journal_entry_id,
        (select a.book from public.ledger_account a where a.id = p.ledger_account_id) as book,
        case p.side when 'D' then p.amount_centavos when 'C' then -p.amount_centavos end as debit
      from new_posting p
    ) line
    group by journal_entry_id, book
    having book is null or sum(debit) <> 0 or count(debit) <> count(*)
  ) then
    raise exception 'the entry does not balance in each book' using errcode = 'BK002';
  end if;
  return null;
end $$;
create trigger posting_balances after insert on posting
  referencing new table as new_posting for each statement execute function posting_balances();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are final: % is refused', tg_table_name, lower(tg_op) using errcode = '42501';
end $$;
create trigger journal_entry_is_final before update or delete on journal_entry
  for each row execute function refuse_change();
create trigger journal_entry_stays before truncate on journal_entry
  for each statement execute function refuse_change();
create trigger posting_is_final before update or delete on posting
  for each row execute function refuse_change();
create trigger posting_stays before truncate on posting
  for each statement execute function refuse_change();
-- Only these columns: the triggers are not looked at when a balance moves or a hold is released.
create trigger ledger_account_is_final before delete or update of book, code, subledger, kind, normal_side, opened_at
  on ledger_account for each row execute function refuse_change();
create function ledger_account_shape() returns trigger language plpgsql as $$
begin
  if new.balance_centavos <> 0 or new.hold_centavos <> 0 or new.rolled_up_posting_id <> 0 then
    raise exception 'an account is opened empty' using errcode = '23514';
  elsif new.kind = 'member' and new.subledger = '' then
    raise exception 'a member account needs a subledger' using errcode = 'BK003';
  end if;
  return new;
end $$;
create trigger ledger_account_shape before insert on ledger_account
  for each row execute function ledger_account_shape();
create trigger ledger_account_stays before truncate on ledger_account
  for each statement execute function refuse_change();
create trigger ledger_hold_is_final
  before delete or update of ledger_account_id, amount_centavos, reference, reason, placed_at
  on ledger_hold for each row execute function refuse_change();
create trigger ledger_hold_stays before truncate on ledger_hold
  for each statement execute function refuse_change();

-- The functions run as the owner. They name every table with its schema, and PostgreSQL never looks
-- for functions or operators among temporary objects, so the caller's search_path changes nothing.

create function ledger_account_id(p_book text, p_code text, p_subledger text) returns bigint
language sql stable as $$
  select id from public.ledger_account where book = p_book and code = p_code and subledger = p_subledger
$$;

-- The account's id; opens it when it is not there yet.
create function ledger_open_account(p_book text, p_code text, p_subledger text, p_at timestamptz)
returns bigint language plpgsql security definer as $$
declare
  v_id bigint := public.ledger_account_id(p_book, p_code, p_subledger);
begin
  if v_id is not null then
    return v_id;
  end if;
  insert into public.ledger_account (book, code, subledger, kind, normal_side, opened_at)
    select c.book, c.code, p_subledger, c.kind, c.normal_side, p_at
    from public.chart_account c where c.book = p_book and c.code = p_code
    on conflict (book, code, subledger) do nothing
    returning id into v_id;
  -- Null: opened by another just now, or not in the chart. A new statement sees the other's row.
  v_id := coalesce(v_id, public.ledger_account_id(p_book, p_code, p_subledger));
  if v_id is null then
    raise exception 'no account % % in the chart', p_book, p_code using errcode = 'BK003';
  end if;
  return v_id;
end $$;

-- Books one entry and moves the balances: all of it or nothing. Lines with the same account are taken
-- in the order given; member accounts are locked in the order of their ids, so that two entries never
-- wait for each other.
-- BK001 not enough available, BK002 does not balance, BK003 unknown account, BK004 already booked.
create function ledger_post(
  p_operation text,
  p_step text,
  p_reference text,
  p_business_date date,
  p_booked_at timestamptz,
  p_actor text,
  p_account_ids bigint[],
  p_sides text[],
  p_amounts bigint[],
  p_reversal_of bigint default null
) returns bigint language plpgsql security definer as $$
declare
  v_entry_id bigint;
  v_lines integer := coalesce(cardinality(p_account_ids), 0);
  v_order integer[];
  v_line integer;
  v_account_id bigint;
  v_kind text;
  v_normal_side text;
  v_move bigint;
  v_after bigint;
  v_afters bigint[] := array_fill(null::bigint, array[v_lines]);
begin
  if v_lines < 2 or cardinality(p_sides) is distinct from v_lines or cardinality(p_amounts) is distinct from v_lines then
    raise exception 'an entry has at least two lines, each with account, side and amount' using errcode = 'BK002';
  end if;

  insert into public.journal_entry (operation, step, reference, business_date, booked_at, actor, reversal_of)
    values (p_operation, p_step, p_reference, p_business_date, p_booked_at, p_actor, p_reversal_of)
    on conflict (reference, operation, step) do nothing
    returning id into v_entry_id;
  if v_entry_id is null then
    raise exception '% % % is already booked', p_reference, p_operation, p_step using errcode = 'BK004';
  end if;

  if v_lines = 2 then
    v_order := case when p_account_ids[1] <= p_account_ids[2] then array[1, 2] else array[2, 1] end;
  else
    select array_agg(n order by p_account_ids[n], n) into v_order from generate_series(1, v_lines) n;
  end if;

  foreach v_line in array v_order loop
    v_account_id := p_account_ids[v_line];
    -- These two never change, so they may be read before the lock.
    select a.kind, a.normal_side into v_kind, v_normal_side from public.ledger_account a where a.id = v_account_id;
    if not found then
      raise exception 'no ledger account %', v_account_id using errcode = 'BK003';
    end if;
    continue when v_kind = 'control';
    v_move := case when v_normal_side = p_sides[v_line] then p_amounts[v_line] else -p_amounts[v_line] end;
    update public.ledger_account a set balance_centavos = a.balance_centavos + v_move
      where a.id = v_account_id and (v_move > 0 or a.balance_centavos - a.hold_centavos >= -v_move)
      returning a.balance_centavos into v_after;
    if not found then
      raise exception 'not enough available on account %', v_account_id using errcode = 'BK001';
    end if;
    v_afters[v_line] := v_after;
  end loop;

  insert into public.posting (journal_entry_id, ledger_account_id, side, amount_centavos, balance_after_centavos)
    select v_entry_id, u.account_id, u.side, u.amount, u.balance_after
    from unnest(p_account_ids, p_sides, p_amounts, v_afters) with ordinality
      as u (account_id, side, amount, balance_after, line)
    order by u.line;
  return v_entry_id;
end $$;

-- Books several entries of one step, each of two lines: what ledger_post() does for each, at the price
-- of one statement a table for all. Several may move one account; they count in the order given.
-- BK001 not enough available, BK002 does not balance (one unknown account too), BK003 unknown accounts,
-- BK004 already booked.
create function ledger_post_pairs(
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
  v_entry_ids bigint[];
  v_locked integer;
  v_lines integer;
  v_moved_ids bigint[];
  v_balances bigint[];
begin
  perform from public.ledger_account a
    where a.id = any (p_debit_ids || p_credit_ids) and a.kind = 'member' order by a.id for no key update;
  get diagnostics v_locked = row_count;

  with entry as (
    insert into public.journal_entry (operation, step, reference, business_date, booked_at, actor)
      select p_operation, p_step, pair.reference, p_business_date, p_booked_at, pair.actor
      from unnest(p_references, p_actors) as pair (reference, actor)
      on conflict (reference, operation, step) do nothing
      returning id, reference
  )
  select array_agg(e.id order by array_position(p_references, e.reference)) into v_entry_ids from entry e;
  if coalesce(cardinality(v_entry_ids), 0) <> cardinality(p_references) then
    raise exception 'an entry of % % is already booked', p_operation, p_step using errcode = 'BK004';
  end if;

  with moved as (
    update public.ledger_account a set balance_centavos = a.balance_centavos + t.move
      from (
        select l.id, sum(case when l.normal_side = line.side then line.amount else -line.amount end)::bigint as move
        from (
          select debit_id as account_id, 'D' as side, amount from unnest(p_debit_ids, p_amounts) as d (debit_id, amount)
          union all
          select credit_id, 'C', amount from unnest(p_credit_ids, p_amounts) as c (credit_id, amount)
        ) line join public.ledger_account l on l.id = line.account_id
        where l.kind = 'member' group by l.id
      ) t
      where a.id = t.id and (t.move >= 0 or a.balance_centavos - a.hold_centavos >= -t.move)
      returning a.id, a.balance_centavos
  )
  select array_agg(m.id), array_agg(m.balance_centavos) into v_moved_ids, v_balances from moved m;
  if coalesce(cardinality(v_moved_ids), 0) <> v_locked then
    raise exception 'not enough available on an account' using errcode = 'BK001';
  end if;

  -- The balance after a line is the balance after all of them, without what came later.
  insert into public.posting (journal_entry_id, ledger_account_id, side, amount_centavos, balance_after_centavos)
    select line.entry_id, line.account_id, line.side, line.amount,
      m.balance - coalesce(sum(case when l.normal_side = line.side then line.amount else -line.amount end) over (
        partition by line.account_id order by line.n desc, line.side desc
        rows between unbounded preceding and 1 preceding), 0)
    from (
      select n, entry_id, debit_id as account_id, 'D' as side, amount
      from unnest(v_entry_ids, p_debit_ids, p_amounts) with ordinality as d (entry_id, debit_id, amount, n)
      union all
      select n, entry_id, credit_id, 'C', amount
      from unnest(v_entry_ids, p_credit_ids, p_amounts) with ordinality as c (entry_id, credit_id, amount, n)
    ) line
    join public.ledger_account l on l.id = line.account_id
    left join unnest(v_moved_ids, v_balances) as m (id, balance) on m.id = line.account_id
    -- Debit before credit, as its letter comes after.
    order by line.n, line.side desc;
  get diagnostics v_lines = row_count;
  if v_lines <> 2 * cardinality(p_references) then
    raise exception 'there is no such account' using errcode = 'BK003';
  end if;
end $$;

-- Sets money aside. BK001 not enough available, BK003 no such member account, BK004 already placed.
create function ledger_place_hold(
  p_account_id bigint, p_amount bigint, p_reference text, p_reason text, p_at timestamptz, p_expires_at timestamptz
) returns bigint language plpgsql security definer as $$
declare
  v_id bigint;
begin
  update public.ledger_account a set hold_centavos = a.hold_centavos + p_amount
    where a.id = p_account_id and a.kind = 'member' and a.balance_centavos - a.hold_centavos >= p_amount;
  if not found then
    perform from public.ledger_account a where a.id = p_account_id and a.kind = 'member';
    if not found then
      raise exception 'no member account %', p_account_id using errcode = 'BK003';
    end if;
    raise exception 'not enough available on account %', p_account_id using errcode = 'BK001';
  end if;
  insert into public.ledger_hold (ledger_account_id, amount_centavos, reference, reason, placed_at, expires_at)
    values (p_account_id, p_amount, p_reference, p_reason, p_at, p_expires_at)
    on conflict (ledger_account_id, reference, reason) do nothing
    returning id into v_id;
  if v_id is null then
    raise exception 'hold % % is already placed', p_reference, p_reason using errcode = 'BK004';
  end if;
  return v_id;
end $$;

-- Gives the money back to what is available. False when the hold is unknown or was released before.
create function ledger_release_hold(p_hold_id bigint, p_at timestamptz)
returns boolean language plpgsql security definer as $$
declare
  v_hold public.ledger_hold;
begin
  update public.ledger_hold h set released_at = p_at
    where h.id = p_hold_id and h.released_at is null returning * into v_hold;
  if not found then
    return false;
  end if;
  update public.ledger_account a set hold_centavos = a.hold_centavos - v_hold.amount_centavos
    where a.id = v_hold.ledger_account_id;
  return true;
end $$;

-- Adds finished postings to the balances of control accounts; answers how many accounts moved.
-- A posting's id is drawn before its transaction ends, so a lower id may appear after a higher one was
-- read. Each call therefore notes the last id drawn and then its own transaction number: whoever drew
-- that id, or a lower one, has a lower number. The next calls roll up to the noted id once every
-- transaction with a lower number has ended. Nobody waits for anybody.
create function ledger_roll_up() returns integer language plpgsql security definer as $$
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
  update public.ledger_roll_up set posting_id = v_drawn, before_xid = v_number;
  return v_moved;
end $$;

-- Control accounts without a subledger are there from the start.
insert into ledger_account (book, code, kind, normal_side, opened_at)
  select book, code, kind, normal_side, '2026-01-01T00:00:00+08:00' from chart_account where kind = 'control';
