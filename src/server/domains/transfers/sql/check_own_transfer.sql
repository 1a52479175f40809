/*
 * Whether a transfer to the own card may be made now, approved by these means, and if not, why: for the order that
 * comes alone and for the question before it is approved. Holds the card and locks the source account, so that
 * `available_centavos` holds until the caller's transaction ends; so does what the member's own limits leave, where
 * the caller holds the member (hold_orderer). A month without a row is a month without loads. `p_repeats` as in
 * check_from_card.
 */
create or replace function check_own_transfer(
  k transfer_kind,
  p_member_id bigint,
  p_source_account text,
  p_destination_account text,
  p_amount_centavos bigint,
  p_at timestamptz,
  p_means text,
  p_repeats text default null,
  out verdict text,
  out card_id bigint,
  out source_account_id bigint,
  out source_name text,
  out ledger_account_id bigint,
  out available_centavos bigint,
  out load_limit_centavos bigint,
  out load_left_centavos bigint,
  out own_centavos bigint
) language plpgsql security definer
-- A plan made while card_load was empty would read all of it for as long as the connection lives.
set enable_seqscan = off
as $$
declare
  v_month text := to_char(p_at at time zone 'Asia/Manila', 'YYYY-MM');
  o public.own_left;
begin
  perform from public.card c where c.member_id = p_member_id for share;
  select a.id, public.account_name(a.product), l.id, l.available_centavos
    into source_account_id, source_name, ledger_account_id, available_centavos
    from public.member_account a join public.ledger_account l on l.id = a.ledger_account_id
    where a.account_number = p_source_account and a.member_id = p_member_id
    for no key update of l;
  o := (select public.own_left_of(m, k, null, p_destination_account, p_at) from public.member m where m.id = p_member_id);
  if p_repeats is not null then
    available_centavos := case when available_centavos is not null then greatest(available_centavos, p_amount_centavos) end;
    o := public.own_left_ahead(o);
  end if;
  select facts.card_id, facts.load_limit, facts.load_left, public.own_transfer_verdict(k, facts.c,
      facts.feature, source_account_id, p_destination_account, p_amount_centavos, available_centavos, facts.load_left, o,
      public.transfer_needs(k, facts.m, null, p_destination_account, p_amount_centavos, p_at, p_repeats), p_means)
    into card_id, load_limit_centavos, load_left_centavos, verdict
    from (
      select c, m, c.id as card_id, public.transfer_feature(k) as feature, t.monthly_load_limit_centavos as load_limit,
        case when p_repeats is not null then t.monthly_load_limit_centavos
          else greatest(t.monthly_load_limit_centavos - coalesce(cl.loaded_centavos, 0), 0) end as load_left
      from public.member m
      left join public.card c on c.member_id = p_member_id
      left join public.card_tier t on t.card_type = c.card_type
      left join public.card_load cl on cl.card_id = c.id and cl.month = v_month
      where m.id = p_member_id
    ) facts;
  own_centavos := public.own_left_against(o, verdict);
end $$;
