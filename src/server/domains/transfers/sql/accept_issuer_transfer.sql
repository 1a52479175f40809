/*
 * Accepts a transfer that the card issuer's word ends, as one to another card account of ours, from the card or from the
 * own account `p_source_account`, or says why not: amount and fee are on hold on the card until the issuer has moved the
 * money, or have left the account (the recipe of the kind) until it has credited it. Where the kind counts as a load, the
 * amount counts toward what the receiver's card may take this month.
 */
create or replace function accept_issuer_transfer(
  p_at timestamptz,
  p_idle_seconds integer,
  p_life_seconds integer,
  p_token_hash bytea,
  p_cookie_hash bytea,
  p_key text,
  p_request_hash bytea,
  p_kind text,
  p_destination_account text,
  p_amount_centavos bigint,
  p_intent jsonb,
  p_pin_id uuid,
  p_pin_hmac bytea,
  p_source_name text,
  p_correlation_id text,
  p_schedule_id bigint default null,
  p_source_account text default null,
  out verdict text,
  out answer jsonb,
  out available_centavos bigint,
  out fee_centavos bigint,
  out most_centavos bigint,
  out left_centavos bigint,
  out own_centavos bigint,
  out paused_until timestamptz
)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set lock_timeout = '250ms'
as $$
declare
  k transfer_kind := (select t from transfer_kind t where t.kind = p_kind and t.leaves = 'card' and t.rail is null);
  v_ref_no text := transfer_ref_no(k, p_at);
  v_entry text[];
  a record;
  w order_from_card;
begin
  a := authorize_from_card(k, p_at, p_idle_seconds, p_life_seconds, p_token_hash, p_cookie_hash, p_key, p_request_hash,
    null, p_destination_account, p_amount_centavos, p_intent, p_pin_id, p_pin_hmac, p_correlation_id,
    order_answer(v_ref_no, p_at, null), true, p_schedule_id, p_source_account, null);
  verdict := a.verdict;
  answer := a.answer;
  w := a.w;
  available_centavos := w.available_centavos;
  fee_centavos := w.fee_centavos;
  most_centavos := w.most_centavos;
  left_centavos := w.left_centavos;
  own_centavos := w.own_centavos;
  paused_until := w.paused_until;
  if not a.is_new then
    return;
  end if;

  if p_source_account is null then
    -- Nothing ends the hold but the transfer's own end; the time only has to lie behind it.
    perform ledger_place_hold(w.ledger_account_id, p_amount_centavos + w.fee_centavos, v_ref_no, k.hold_reason, p_at,
      p_at + interval '1 year');
  else
    v_entry := accepting_entry(k, true);
    perform ledger_post(v_entry[1], v_entry[2], v_ref_no, (p_at at time zone 'Asia/Manila')::date, p_at,
        a.member_guid::text, array_agg(l.account_id order by l.line_no), array_agg(l.side order by l.line_no),
        array_agg(l.amount_centavos order by l.line_no))
      from recipe_lines(v_entry[1], v_entry[2], jsonb_build_object('A', p_amount_centavos, 'F', w.fee_centavos),
        jsonb_build_object('source_account', w.ledger_account_id)) l;
  end if;
  insert into transfer (
      ref_no, kind, member_id, card_id, source_account_id, source_account_number, source_name, destination_account_number,
      destination_card_id, destination_member_id, amount_centavos, fee_centavos, state, load_month, accepted_at,
      next_inquiry_at, correlation_id, payee_check_id)
    values (v_ref_no, k.kind, a.member_id, w.card_id, w.source_account_id, w.account_no,
      coalesce(w.source_name, p_source_name), p_destination_account,
      w.destination_card_id, w.destination_member_id, p_amount_centavos, w.fee_centavos, 'accepted',
      case when k.counts_as_load then to_char(p_at at time zone 'Asia/Manila', 'YYYY-MM') end, p_at, p_at + interval '30 seconds', p_correlation_id,
      case when p_schedule_id is not null then scheduled_check(p_schedule_id)
        when k.has_payee then payee_check_of(a.member_id, null, p_destination_account, '', p_at) end);
  insert into outbox (kind, payload, created_at)
    values (k.job, jsonb_build_object('refNo', v_ref_no, 'correlationId', p_correlation_id), p_at);
end $$;
