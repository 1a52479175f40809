/*
 * What every order from a card has in common, and from an own account where its kind may leave one
 * (`p_source_account`), up to where its kind begins: member, session, request-key, card,
 * limits and one-time password, taken and locked in this order.
 *
 * verdict: 'ok', one of check_session's verdicts, or the code of a refusal. With 'ok' and `is_new` the
 * caller books the order; with 'ok' alone it was booked before, and `answer` is what it was answered.
 * Everything else stands as with accept_own_transfer(), `p_schedule_id` too.
 */
create or replace function authorize_from_card(
  k transfer_kind,
  p_at timestamptz,
  p_idle_seconds integer,
  p_life_seconds integer,
  p_token_hash bytea,
  p_cookie_hash bytea,
  p_key text,
  p_request_hash bytea,
  p_bank_id bigint,
  p_destination_account text,
  p_amount_centavos bigint,
  p_intent jsonb,
  p_pin_id uuid,
  p_pin_hmac bytea,
  p_correlation_id text,
  p_answer jsonb,
  p_is_open boolean,
  p_schedule_id bigint,
  p_source_account text,
  p_shop jsonb,
  out verdict text,
  out answer jsonb,
  out is_new boolean,
  out member_id bigint,
  out member_guid uuid,
  out intent jsonb,
  out w order_from_card
) language plpgsql as $$
declare
  v_day date := (p_at at time zone 'Asia/Manila')::date;
  v_month text := to_char(v_day, 'YYYY-MM');
  s record;
  y record;
begin
  is_new := false;
  if p_schedule_id is null then
    perform hold_orderer(p_token_hash, p_at);
    s := check_session(p_token_hash, p_cookie_hash, p_at, true, p_idle_seconds, p_life_seconds);
  else
    s := orderer_by_schedule(p_schedule_id, p_at);
  end if;
  verdict := s.verdict;
  if verdict <> 'ok' then
    return;
  end if;
  member_id := s.member_id;
  member_guid := s.member_guid;

  -- The key is taken first: a repeat that arrives meanwhile waits here, then reads this answer.
  insert into idempotency_key (member_id, key, request_hash, answer, created_at)
    values (s.member_id, p_key, p_request_hash, p_answer, p_at)
    on conflict on constraint idempotency_key_pkey do nothing;
  if not found then
    select case when i.request_hash = p_request_hash then 'ok' else 'idempotency_key_reused' end,
           case when i.request_hash = p_request_hash then i.answer end
      into verdict, answer
      from idempotency_key i where i.member_id = s.member_id and i.key = p_key;
    if not found then
      raise exception 'the key was cleaned up meanwhile' using errcode = 'serialization_failure';
    end if;
    perform wait_like_a_write();
    return;
  end if;

  -- Checked before the code is looked at: the code approves the fee too.
  w := check_from_card(k, s.member_id, p_bank_id, p_destination_account, p_amount_centavos, p_at, p_is_open,
    case when p_schedule_id is null then (select o.means from otp_challenge o where o.pin_id = p_pin_id)
      else (select t.means from transfer_schedule t where t.id = p_schedule_id) end, null, p_source_account, p_shop);
  intent := full_intent(p_intent, w.account_no, p_amount_centavos, w.fee_centavos);
  if p_schedule_id is not null then
    -- A card that is closed has no account to compare: what stands against the order itself is told first.
    y := schedule_approval(p_schedule_id, intent);
    verdict := case when y.verdict = 'fee_changed' or w.verdict = 'ok' then y.verdict else w.verdict end;
  else
    update otp_challenge o set closed_at = p_at
      where o.pin_id = p_pin_id and code_approves(o, s.member_id, p_cookie_hash, p_pin_hmac, authorize_from_card.intent, p_at);
    if found then
      verdict := w.verdict;
    else
      verdict := why_code_does_not_count(s.member_id, p_cookie_hash, p_pin_id, p_pin_hmac, intent, p_at);
    end if;
  end if;
  if verdict <> 'ok' then
    delete from idempotency_key i where i.member_id = s.member_id and i.key = p_key;
    return;
  end if;

  answer := p_answer;
  is_new := true;
  if k.counts_as_load then
    insert into card_load as cl (card_id, month, loaded_centavos)
      values (w.destination_card_id, v_month, p_amount_centavos)
      on conflict (card_id, month) do update set loaded_centavos = cl.loaded_centavos + excluded.loaded_centavos
        where cl.loaded_centavos + excluded.loaded_centavos <= w.destination_load_limit_centavos;
    if not found then
      raise exception 'another transfer took the rest of the limit meanwhile' using errcode = 'serialization_failure';
    end if;
  end if;
  if k.counts_as_other_bank then
    insert into transfer_total as t (member_id, period, sent_centavos)
      values (s.member_id, v_day::text, p_amount_centavos), (s.member_id, v_month, p_amount_centavos)
      on conflict on constraint transfer_total_pkey do update
        set sent_centavos = t.sent_centavos + excluded.sent_centavos;
  end if;
  insert into audit_event (at, actor_kind, actor, action, object, correlation_id, detail)
    values (p_at, 'member', member_guid::text, 'accept_transfer', 'transfer:' || (p_answer ->> 'refNo'),
      p_correlation_id, with_schedule(intent, p_schedule_id));
end $$;
