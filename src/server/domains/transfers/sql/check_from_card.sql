/*
 * Whether money may leave this member's card now, or the own account `p_source_account`, approved by these means: for the
 * order that comes alone and for the question before it is approved. `p_is_open` is whether the rail answers
 * (status/readAway.ts). Holds the card, a receiver's with it in the order of their ids, then locks the account in the
 * ledger that the money leaves, and with it the member's other orders from there: what is judged here holds until the
 * caller's transaction ends.
 * `p_shop` is what the code of a shop says that is paid by it (shopOf.ts), null for any other order.
 * `p_repeats` of what is to be sent on days to come: the money, and what is left of each limit, that day decides.
 */
create or replace function check_from_card(
  k transfer_kind,
  p_member_id bigint,
  p_bank_id bigint,
  p_destination_account text,
  p_amount_centavos bigint,
  p_at timestamptz,
  p_is_open boolean,
  p_means text,
  p_repeats text default null,
  p_source_account text default null,
  p_shop jsonb default null
) returns order_from_card language plpgsql security definer
set enable_seqscan = off
as $$
declare
  c public.card;
  d public.card;
  m public.member;
  o public.own_left;
  w public.order_from_card;
  v_day text := (p_at at time zone 'Asia/Manila')::date;
  v_month text := left(v_day, 7);
  v_left_today bigint;
  v_left_this_month bigint;
  v_load_left bigint;
  -- Whether what is in our own house takes the money; of another bank it is not asked.
  v_can_receive boolean := false;
begin
  perform from public.card where p_source_account is null and member_id = p_member_id or k.arrives = 'card' and account_no = p_destination_account
    order by id for share;
  select * into m from public.member where id = p_member_id;
  w.paused_until := m.paused_until;
  -- To whose card it goes is compared with the own one, whatever it leaves.
  if p_source_account is null or k.arrives = 'card' then
    select * into c from public.card where member_id = p_member_id;
  end if;
  select s.card_id, s.account_id, s.name, s.account_no, s.ledger_id
    into w.card_id, w.source_account_id, w.source_name, w.account_no, w.ledger_account_id
    from public.order_source(k, p_member_id, p_source_account) s;
  -- What the code approves is what was ordered, also where there is no such account.
  w.account_no := coalesce(w.account_no, p_source_account);
  w.fee_centavos := public.transfer_fee_of(k, p_shop is not null);
  w.most_centavos := public.transfer_limit_of(k.most_limit);
  select l.available_centavos into w.available_centavos
    from public.ledger_account l where l.id = w.ledger_account_id for no key update;
  if k.arrives = 'card' then
    select * into d from public.card where account_no = p_destination_account;
    v_can_receive := coalesce(public.can_receive(d), false);
    if v_can_receive then
      w.destination_card_id := d.id;
      w.destination_member_id := d.member_id;
      select t.monthly_load_limit_centavos, t.monthly_load_limit_centavos - coalesce(cl.loaded_centavos, 0)
        into w.destination_load_limit_centavos, v_load_left
        from public.card_tier t
        left join public.card_load cl on cl.card_id = d.id and cl.month = v_month
        where t.card_type = d.card_type;
    end if;
  elsif k.arrives = 'own_savings' then
    perform from public.member_account a
      where a.account_number = p_destination_account and a.member_id = p_member_id and a.product = 'savings' for share;
    v_can_receive := found;
  elsif k.arrives = 'bank' then
    select public.bank_bic(b, k.rail), b.bank_name into w.bank_bic, w.bank_name
      from public.bank b where b.id = p_bank_id;
  end if;
  if k.counts_as_other_bank then
    select l.today, l.this_month into v_left_today, v_left_this_month
      from public.other_bank_left(p_member_id, v_day, v_month, public.transfer_limit_of('other_bank_daily'),
        public.transfer_limit_of('other_bank_monthly')) l;
  end if;

  o := public.own_left_of(m, k, p_bank_id, p_destination_account, p_at);
  if p_repeats is not null then
    w.available_centavos := case when w.available_centavos is not null
      then greatest(w.available_centavos, p_amount_centavos + w.fee_centavos) end;
    v_left_today := null;
    v_left_this_month := null;
    v_load_left := null;
    o := public.own_left_ahead(o);
  end if;
  w.verdict := public.from_card_verdict(k, c, p_source_account is not null, public.transfer_feature(k), p_is_open,
    w.bank_bic, p_shop, public.is_shop_code_paid(p_member_id, p_shop), p_destination_account, v_can_receive, p_amount_centavos, w.fee_centavos, w.most_centavos, w.available_centavos,
    v_left_today, v_left_this_month, v_load_left, public.payee_waits(m, p_bank_id, p_destination_account, p_at), o,
    public.transfer_needs(k, m, p_bank_id, p_destination_account, p_amount_centavos, p_at, p_repeats), p_means);
  w.own_centavos := public.own_left_against(o, w.verdict);
  w.left_centavos := case when v_left_today < p_amount_centavos then v_left_today else v_left_this_month end;
  return w;
end $$;
