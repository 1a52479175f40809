/*
 * Whether a transfer to the own card may be made now, and if not, why: for the order that comes alone and for the
 * question before the code. Holds the card and locks the source account, so that `available_centavos` holds until
 * the caller's transaction ends. A month without a row is a month without loads.
 */
create or replace function check_own_transfer(
  k transfer_kind,
  p_member_id bigint,
  p_source_account text,
  p_destination_account text,
  p_amount_centavos bigint,
  p_month text,
  out verdict text,
  out card_id bigint,
  out source_account_id bigint,
  out source_name text,
  out ledger_account_id bigint,
  out available_centavos bigint,
  out load_limit_centavos bigint,
  out load_left_centavos bigint
) language plpgsql security definer
-- A plan made while card_load was empty would read all of it for as long as the connection lives.
set enable_seqscan = off
as $$
begin
  perform from public.card c where c.member_id = p_member_id for share;
  select a.id, public.account_name(a.product), l.id, l.available_centavos
    into source_account_id, source_name, ledger_account_id, available_centavos
    from public.member_account a join public.ledger_account l on l.id = a.ledger_account_id
    where a.account_number = p_source_account and a.member_id = p_member_id
    for no key update of l;
  select facts.card_id, facts.load_limit, facts.load_left, public.own_transfer_verdict(k, facts.c,
      facts.feature, source_account_id, p_destination_account, p_amount_centavos, available_centavos, facts.load_left)
    into card_id, load_limit_centavos, load_left_centavos, verdict
    from (
      select c, c.id as card_id, f.state as feature, t.monthly_load_limit_centavos as load_limit,
        greatest(t.monthly_load_limit_centavos - coalesce(cl.loaded_centavos, 0), 0) as load_left
      from public.feature f
      left join public.card c on c.member_id = p_member_id
      left join public.card_tier t on t.card_type = c.card_type
      left join public.card_load cl on cl.card_id = c.id and cl.month = p_month
      where f.name = k.feature
    ) facts;
end $$;
