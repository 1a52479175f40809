/*
 * Whether a transfer to this card of the member may be made, one-time password aside. A member's own
 * lock stops purchases, not the member's own transfers.
 */
create or replace function own_transfer_verdict(
  c card, p_feature text, p_source_account_id bigint, p_destination_account text, p_amount_centavos bigint,
  p_available_centavos bigint, p_load_left_centavos bigint
) returns text language sql immutable
return case
  when p_feature is distinct from 'on' then 'unavailable'
  when usable_status(c) = 'deactivated' then 'card_deactivated'
  when usable_status(c) = 'suspended' then 'card_suspended'
  when c.admin_locked then 'card_admin_locked'
  when usable_status(c) <> 'active' or c.account_no is null then 'no_eon_account'
  when c.account_no <> p_destination_account then 'destination_not_own_card'
  when p_source_account_id is null then 'source_account_unknown'
  when p_amount_centavos < 100 then 'amount_too_low'
  when p_available_centavos < p_amount_centavos then 'insufficient_funds'
  when p_load_left_centavos < p_amount_centavos then 'load_limit_exceeded'
  else 'ok' end;

/*
 * Whether this transfer may be made now, and if not, why: for the careful order and for the question
 * before it. Holds the card and locks the source account, so that `available_centavos` holds until the
 * caller's transaction ends. A month without a row is a month without loads.
 */
create or replace function weigh_own_transfer(
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
  select weighed.card_id, weighed.load_limit, weighed.load_left, public.own_transfer_verdict(weighed.c,
      weighed.feature, source_account_id, p_destination_account, p_amount_centavos, available_centavos, weighed.load_left)
    into card_id, load_limit_centavos, load_left_centavos, verdict
    from (
      select c, c.id as card_id, f.state as feature, t.monthly_load_limit_centavos as load_limit,
        greatest(t.monthly_load_limit_centavos - coalesce(cl.loaded_centavos, 0), 0) as load_left
      from public.card c join public.card_tier t on t.card_type = c.card_type
      left join public.card_load cl on cl.card_id = c.id and cl.month = p_month
      left join public.feature f on f.name = 'transferFunds'
      where c.member_id = p_member_id
    ) weighed;
  verdict := coalesce(verdict, 'no_eon_account');
end $$;
