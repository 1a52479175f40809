-- Sets money aside. BK001 not enough available, BK003 no such member account, BK004 already placed.
create or replace function ledger_place_hold(
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
create or replace function ledger_release_hold(p_hold_id bigint, p_at timestamptz)
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
