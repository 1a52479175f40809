/*
 * What is judged of an order, each rule once. Facts come in, a verdict goes out: nothing is read or locked here.
 * The question before a code is sent, an order that comes alone and orders that share a call read their facts in
 * their own ways and are judged by these.
 */

/* What stands against a card whose owner moves money. The own lock stops purchases, not the own transfers. */
create or replace function card_refusal(c card) returns text language sql immutable
return case
  when usable_status(c) = 'deactivated' then 'card_deactivated'
  when usable_status(c) = 'suspended' then 'card_suspended'
  when c.admin_locked then 'card_admin_locked'
  when usable_status(c) is distinct from 'active' or c.account_no is null then 'no_eon_account' end;

/* What stands against an amount in the limits that the member set; null where they let it pass, or there are none. */
create or replace function own_limit_refusal(o own_left, p_amount_centavos bigint) returns text language sql immutable
return case
  when o.is_off then 'own_limit_off'
  when o.is_payee_off then 'own_payee_off'
  when o.most_centavos < p_amount_centavos then 'over_own_transfer_limit'
  when o.today_centavos < p_amount_centavos then 'over_own_daily_limit'
  when o.this_month_centavos < p_amount_centavos then 'over_own_monthly_limit'
  when o.payee_today_centavos < p_amount_centavos then 'over_own_payee_limit' end;

/*
 * Whether a transfer of this kind to the own card may be made, the approval itself aside: 'ok', or a refusal's code. `p_needs` is
 * what proof it takes (transfer_needs), `p_means` what it is approved by, or is to be.
 */
create or replace function own_transfer_verdict(
  k transfer_kind, c card, p_feature text, p_source_account_id bigint, p_destination_account text,
  p_amount_centavos bigint, p_available_centavos bigint, p_load_left_centavos bigint, p_own_left own_left,
  p_needs text, p_means text
) returns text language sql immutable
return coalesce(
  case when p_feature is distinct from 'on' then 'unavailable' end,
  card_refusal(c),
  case
    when c.account_no <> p_destination_account then 'destination_not_own_card'
    when p_source_account_id is null then 'source_account_unknown'
    when p_amount_centavos < k.least_centavos then 'amount_too_low'
    when p_available_centavos < p_amount_centavos then 'insufficient_funds' end,
  own_limit_refusal(p_own_left, p_amount_centavos),
  case when p_load_left_centavos < p_amount_centavos then 'load_limit_exceeded' end,
  approval_refusal(p_needs, p_means),
  'ok');

/* By what name a bank takes transfers of a rail; null where it takes none. */
create or replace function bank_bic(b bank, p_rail text) returns text language sql immutable
return case
  when not b.is_active then null
  when p_rail = 'instapay' and b.takes_instapay then b.instapay_bic
  when p_rail = 'pesonet' and b.takes_pesonet then b.pesonet_bic end;

/*
 * Whether money may leave this card, or an account of the member's that the order names (`p_is_of_account`; the card
 * is not used then, and has no say but that nothing is sent to it), the approval itself aside: 'ok', or a refusal's code. `p_is_open` is whether the
 * rail answers, `p_bank_bic` by what name it knows the bank, `p_shop` what the code of a shop says, `p_is_shop_paid` whether that code was for one payment and is paid, `p_can_receive` whether what receives it in our own house takes money,
 * `p_load_left_centavos` how much in this month; what a kind has not is null. What is told of a receiver comes late:
 * an order that fails anyway tells nothing of it.
 */
create or replace function from_card_verdict(
  k transfer_kind, c card, p_is_of_account boolean, p_feature text, p_is_open boolean, p_bank_bic text, p_shop jsonb, p_is_shop_paid boolean, p_destination_account text,
  p_can_receive boolean, p_amount_centavos bigint, p_fee_centavos bigint, p_most_centavos bigint,
  p_available_centavos bigint, p_left_today_centavos bigint, p_left_this_month_centavos bigint,
  p_load_left_centavos bigint, p_payee_waits boolean, p_own_left own_left, p_needs text, p_means text
) returns text language sql immutable
return coalesce(
  case
    when p_feature is distinct from 'on' then 'unavailable'
    when not p_is_open then 'instapay_closed' end,
  case when not p_is_of_account then card_refusal(c) end,
  case
    when p_available_centavos is null and p_is_of_account then 'source_account_unknown'
    when p_available_centavos is null then 'no_eon_account'
    when k.arrives = 'bank' and p_bank_bic is null then 'bank_unknown'
    when p_shop ->> 'acquirer' <> p_bank_bic then 'shop_code_differs'
    when p_is_shop_paid then 'shop_code_paid'
    when k.arrives = 'card' and c.account_no = p_destination_account
      then case when p_is_of_account then 'destination_own_card' else 'destination_same' end
    when p_amount_centavos < k.least_centavos then 'amount_too_low'
    when p_amount_centavos > p_most_centavos then 'over_transaction_limit'
    when p_available_centavos < p_amount_centavos + p_fee_centavos then 'insufficient_funds' end,
  own_limit_refusal(p_own_left, p_amount_centavos),
  case
    when k.arrives <> 'bank' and p_can_receive is not true then 'destination_unknown'
    when p_left_today_centavos < p_amount_centavos then 'over_daily_limit'
    when p_left_this_month_centavos < p_amount_centavos then 'over_monthly_limit'
    when p_load_left_centavos < p_amount_centavos then 'destination_over_load_limit'
    when k.has_payee and p_payee_waits then 'payee_paused' end,
  approval_refusal(p_needs, p_means),
  'ok');
