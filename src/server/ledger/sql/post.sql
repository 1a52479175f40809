-- Books one entry and moves the balances: all of it or nothing. Lines with the same account are taken
-- in the order given; member accounts are locked in the order of their ids, so that two entries never
-- wait for each other.
-- BK001 not enough available, BK002 does not balance, BK003 unknown account, BK004 already booked.
create or replace function ledger_post(
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
