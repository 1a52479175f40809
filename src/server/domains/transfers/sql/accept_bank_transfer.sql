/*
 * Accepts a transfer to another bank, from the card or from the own account `p_source_account`, or says why not: the amount is on its way and the fee is held with
 * it (the recipe of the kind) until the rail has answered. `p_cycle_day`, `p_cycle_no` and
 * `p_credit_by` are of a rail that clears in batches, of the moment `p_at`.
 */
create or replace function accept_bank_transfer(
  p_at timestamptz,
  p_idle_seconds integer,
  p_life_seconds integer,
  p_token_hash bytea,
  p_cookie_hash bytea,
  p_key text,
  p_request_hash bytea,
  p_kind text,
  p_bank_id bigint,
  p_account_number text,
  p_account_name text,
  p_rail_account_name text,
  p_amount_centavos bigint,
  p_intent jsonb,
  p_pin_id uuid,
  p_pin_hmac bytea,
  p_source_name text,
  p_correlation_id text,
  p_cycle_day date,
  p_cycle_no integer,
  p_credit_by timestamptz,
  p_is_open boolean default true,
  p_schedule_id bigint default null,
  p_source_account text default null,
  p_shop jsonb default null,
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
-- What waits for rows that another transaction holds is asked again by the caller.
set lock_timeout = '250ms'
as $$
declare
  k transfer_kind := (select t from transfer_kind t where t.kind = p_kind);
  v_ref_no text := transfer_ref_no(k, p_at);
  v_day date := (p_at at time zone 'Asia/Manila')::date;
  v_entry text[];
  a record;
  w order_from_card;
begin
  a := authorize_from_card(k, p_at, p_idle_seconds, p_life_seconds, p_token_hash, p_cookie_hash, p_key, p_request_hash,
    p_bank_id, p_account_number, p_amount_centavos, p_intent, p_pin_id, p_pin_hmac, p_correlation_id,
    order_answer(v_ref_no, p_at, p_credit_by), p_is_open, p_schedule_id, p_source_account, p_shop);
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
  -- The member's totals are held since: another payment of the same code is committed, or waits for this one.
  if is_shop_code_paid(a.member_id, p_shop) then
    raise exception 'another order paid the code meanwhile' using errcode = 'serialization_failure';
  end if;

  v_entry := accepting_entry(k, p_source_account is not null);
  perform ledger_post(v_entry[1], v_entry[2], v_ref_no, v_day, p_at, a.member_guid::text,
      array_agg(l.account_id order by l.line_no), array_agg(l.side order by l.line_no),
      array_agg(l.amount_centavos order by l.line_no))
    from recipe_lines(v_entry[1], v_entry[2],
      jsonb_build_object('A', p_amount_centavos, 'F', w.fee_centavos),
      jsonb_build_object('card_account', w.ledger_account_id, 'source_account', w.ledger_account_id)) l;
  insert into transfer (
      ref_no, kind, member_id, card_id, source_account_id, source_account_number, source_name, destination_account_number,
      amount_centavos, fee_centavos, state, accepted_at, next_inquiry_at, correlation_id, payee_check_id, shop)
    values (v_ref_no, k.kind, a.member_id, w.card_id, w.source_account_id, w.account_no,
      coalesce(w.source_name, p_source_name), p_account_number,
      p_amount_centavos, w.fee_centavos, 'accepted', p_at, p_at + interval '30 seconds', p_correlation_id,
      case when p_schedule_id is null then payee_check_of(a.member_id, p_bank_id, p_account_number, p_account_name, p_at)
        else scheduled_check(p_schedule_id) end, p_shop);
  insert into rail_transfer (
      ref_no, rail, bank_id, bank_bic, bank_name, account_number, account_name, rail_account_name,
      issuer_leg, cycle_day, cycle_no, credit_by, refund_due_at)
    values (v_ref_no, k.rail, p_bank_id, w.bank_bic, w.bank_name, p_account_number, p_account_name,
      p_rail_account_name, case when w.card_id is null then 'none' else 'asked' end, p_cycle_day, p_cycle_no, p_credit_by,
      case when not k.is_batched then p_at + interval '1 hour' end);
  insert into outbox (kind, payload, created_at)
    values (k.job, jsonb_build_object('refNo', v_ref_no, 'correlationId', p_correlation_id), p_at);
end $$;
