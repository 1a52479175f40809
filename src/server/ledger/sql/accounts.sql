-- Accounts of the ledger. The functions of the ledger run as the owner. They name every table with its schema, and
-- PostgreSQL never looks for functions or operators among temporary objects, so the caller's search_path changes
-- nothing.

create or replace function ledger_account_id(p_book text, p_code text, p_subledger text) returns bigint
language sql stable as $$
  select id from public.ledger_account where book = p_book and code = p_code and subledger = p_subledger
$$;

-- The account's id; opens it when it is not there yet.
create or replace function ledger_open_account(p_book text, p_code text, p_subledger text, p_at timestamptz)
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

/*
 * Locks accounts in the order of their ids, until the caller's transaction ends: for one that moves several
 * in several steps.
 */
create or replace function ledger_lock_accounts(p_ids bigint[]) returns void language plpgsql security definer as $$
begin
  perform from public.ledger_account a where a.id = any (p_ids) order by a.id for no key update;
end $$;

/* An account is opened empty; a member's has a subledger. */
create or replace function ledger_account_shape() returns trigger language plpgsql as $$
begin
  if new.balance_centavos <> 0 or new.hold_centavos <> 0 or new.rolled_up_posting_id <> 0 then
    raise exception 'an account is opened empty' using errcode = '23514';
  elsif new.kind = 'member' and new.subledger = '' then
    raise exception 'a member account needs a subledger' using errcode = 'BK003';
  end if;
  return new;
end $$;
create or replace trigger ledger_account_shape before insert on ledger_account
  for each row execute function ledger_account_shape();
