/*
 * Whether money may leave this member's card now, one-time password aside: for the order and for the
 * question before it. `p_is_open` is whether the rail answers (status/readAway.ts). Holds the card, a receiver's
 * with it in the order of their ids, then locks the card's account in the ledger, and with it the member's other
 * orders of this kind: what is judged here holds until the caller's transaction ends. A member's own lock stops
 * purchases, not the member's own transfers. The receiver's card is judged late: an order that fails anyway
 * tells nothing of it.
 */
create or replace function weigh_from_card(
  p_member_id bigint,
  p_kind text,
  p_bank_id bigint,
  p_destination_account text,
  p_amount_centavos bigint,
  p_at timestamptz,
  p_is_open boolean
) returns order_from_card language plpgsql security definer
set enable_seqscan = off
as $$
declare
  c public.card;
  d public.card;
  m public.member;
  w public.order_from_card;
  v_day date := (p_at at time zone 'Asia/Manila')::date;
  v_month text := to_char(v_day, 'YYYY-MM');
  v_feature text;
  v_today bigint := 0;
  v_this_month bigint := 0;
  v_loaded bigint := 0;
  v_name text := case p_kind when 'card' then 'card_to_card' else p_kind end;
begin
  perform from public.card where member_id = p_member_id or p_kind = 'card' and account_no = p_destination_account
    order by id for share;
  select f.state into v_feature from public.feature f where f.name = 'transferFunds';
  select * into m from public.member where id = p_member_id;
  w.payees_paused_until := m.payees_paused_until;
  select * into c from public.card where member_id = p_member_id;
  w.card_id := c.id;
  w.account_no := c.account_no;
  w.ledger_account_id := c.ledger_account_id;
  w.fee_centavos := public.transfer_limit_of(v_name || '_fee');
  w.most_centavos := public.transfer_limit_of(v_name || '_most');
  select l.available_centavos into w.available_centavos
    from public.ledger_account l where l.id = c.ledger_account_id for no key update;
  if p_kind = 'card' then
    select * into d from public.card where account_no = p_destination_account;
    if public.can_receive(d) then
      w.destination_card_id := d.id;
      w.destination_member_id := d.member_id;
      select t.monthly_load_limit_centavos, coalesce(cl.loaded_centavos, 0)
        into w.destination_load_limit_centavos, v_loaded
        from public.card_tier t
        left join public.card_load cl on cl.card_id = d.id and cl.month = v_month
        where t.card_type = d.card_type;
    end if;
  else
    select case p_kind when 'instapay' then b.instapay_bic else b.pesonet_bic end, b.bank_name
      into w.bank_bic, w.bank_name
      from public.bank b
      where b.id = p_bank_id and b.is_active
        and case p_kind when 'instapay' then b.takes_instapay else b.takes_pesonet end;
    select coalesce(sum(t.sent_centavos) filter (where t.period = v_day::text), 0),
        coalesce(sum(t.sent_centavos) filter (where t.period <> v_day::text), 0)
      into v_today, v_this_month
      from public.transfer_total t
      where t.member_id = p_member_id and t.period in (v_day::text, v_month);
  end if;

  w.verdict := case
    when v_feature is distinct from 'on' then 'unavailable'
    when not p_is_open then 'instapay_closed'
    when public.usable_status(c) = 'deactivated' then 'card_deactivated'
    when public.usable_status(c) = 'suspended' then 'card_suspended'
    when c.admin_locked then 'card_admin_locked'
    when public.usable_status(c) is distinct from 'active' or c.account_no is null or w.available_centavos is null
      then 'no_eon_account'
    when p_kind <> 'card' and w.bank_bic is null then 'bank_unknown'
    when p_kind = 'card' and c.account_no = p_destination_account then 'destination_same'
    when p_amount_centavos < 100 then 'amount_too_low'
    when p_amount_centavos > w.most_centavos then 'over_transaction_limit'
    when w.available_centavos < p_amount_centavos + w.fee_centavos then 'insufficient_funds'
    when p_kind = 'card' and w.destination_card_id is null then 'destination_unknown' end;
  if w.verdict is null and p_kind <> 'card' then
    w.left_centavos := greatest(public.transfer_limit_of('other_bank_daily') - v_today, 0);
    if w.left_centavos < p_amount_centavos then
      w.verdict := 'over_daily_limit';
    else
      w.left_centavos := greatest(public.transfer_limit_of('other_bank_monthly') - v_this_month, 0);
      w.verdict := case when w.left_centavos < p_amount_centavos then 'over_monthly_limit' end;
    end if;
  elsif w.verdict is null and w.destination_load_limit_centavos - v_loaded < p_amount_centavos then
    w.verdict := 'destination_over_load_limit';
  end if;
  if w.verdict is null and public.new_payees_wait(m, p_at)
      and not public.is_known_payee(p_member_id, case when p_kind <> 'card' then p_bank_id end, p_destination_account) then
    w.verdict := 'payee_paused';
  end if;
  w.verdict := coalesce(w.verdict, 'ok');
  return w;
end $$;
