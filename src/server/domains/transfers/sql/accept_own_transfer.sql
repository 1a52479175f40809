/*
 * Accepts a transfer from a member's own account to the own card, or says why not, whatever there is to
 * say: session, request-key, one-time password, card state, load limit, balance, double entry, audit and
 * the promised work, in one transaction. Holds the member first (hold_orderer).
 *
 * verdict: 'ok' with `answer`, one of check_session's verdicts, or the code of a refusal. A repeat of an
 * accepted order gets the first answer and books nothing. A wrong one-time password is counted and
 * committed. A code that passed is spent even when the order is then refused. Raises for races
 * (serialization_failure) and for broken books: then nothing was done.
 *
 * With `p_schedule_id` it is the order of a schedule, which stands for session and code (schedules.sql).
 */
create or replace function accept_own_transfer(
  p_at timestamptz,
  p_idle_seconds integer,
  p_life_seconds integer,
  p_token_hash bytea,
  p_cookie_hash bytea,
  p_key text,
  p_request_hash bytea,
  p_source_account text,
  p_destination_account text,
  p_amount_centavos bigint,
  p_intent jsonb,
  p_pin_id uuid,
  p_pin_hmac bytea,
  p_correlation_id text,
  p_schedule_id bigint default null,
  out verdict text,
  out answer jsonb,
  out available_centavos bigint,
  out load_left_centavos bigint,
  out own_centavos bigint
)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
-- What waits for rows that another transaction holds is asked again by the caller.
set lock_timeout = '250ms'
as $$
declare
  v_day date := (p_at at time zone 'Asia/Manila')::date;
  v_month text := to_char(v_day, 'YYYY-MM');
  k transfer_kind := (select t from transfer_kind t where t.kind = 'own');
  v_ref_no text := transfer_ref_no(k, p_at);
  v_means text;
  s record;
  w record;
begin
  if p_schedule_id is null then
    perform hold_orderer(p_token_hash, p_at);
    -- Assigned, not selected from: the call then needs no query of its own.
    s := check_session(p_token_hash, p_cookie_hash, p_at, true, p_idle_seconds, p_life_seconds);
  else
    s := orderer_by_schedule(p_schedule_id, p_at);
  end if;
  verdict := s.verdict;
  if verdict <> 'ok' then
    return;
  end if;

  -- The key is taken first: a repeat that arrives meanwhile waits here, then reads this answer.
  answer := order_answer(v_ref_no, p_at, null);
  insert into idempotency_key (member_id, key, request_hash, answer, created_at)
    values (s.member_id, p_key, p_request_hash, accept_own_transfer.answer, p_at)
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

  if p_schedule_id is null then
    update otp_challenge o set closed_at = p_at
      where o.pin_id = p_pin_id and code_approves(o, s.member_id, p_cookie_hash, p_pin_hmac, p_intent, p_at)
      returning o.means into v_means;
    if not found then
      verdict := why_code_does_not_count(s.member_id, p_cookie_hash, p_pin_id, p_pin_hmac, p_intent, p_at);
    end if;
  else
    select y.verdict, y.means into verdict, v_means from schedule_approval(p_schedule_id, p_intent) y;
  end if;
  if verdict = 'ok' then
    w := check_own_transfer(k, s.member_id, p_source_account, p_destination_account, p_amount_centavos, p_at, v_means);
    verdict := w.verdict;
    available_centavos := w.available_centavos;
    load_left_centavos := w.load_left_centavos;
    own_centavos := w.own_centavos;
  end if;
  if verdict <> 'ok' then
    delete from idempotency_key i where i.member_id = s.member_id and i.key = p_key;
    answer := null;
    return;
  end if;

  insert into card_load as cl (card_id, month, loaded_centavos) values (w.card_id, v_month, p_amount_centavos)
    on conflict (card_id, month) do update set loaded_centavos = cl.loaded_centavos + excluded.loaded_centavos
      where cl.loaded_centavos + excluded.loaded_centavos <= w.load_limit_centavos;
  if not found then
    raise exception 'another transfer took the rest of the limit meanwhile' using errcode = 'serialization_failure';
  end if;
  perform ledger_post(k.accept_operation, k.accept_step, v_ref_no, v_day, p_at, s.member_guid::text,
      array_agg(l.account_id order by l.line_no), array_agg(l.side order by l.line_no),
      array_agg(l.amount_centavos order by l.line_no))
    from recipe_lines(k.accept_operation, k.accept_step, jsonb_build_object('A', p_amount_centavos),
      jsonb_build_object('source_account', w.ledger_account_id)) l;
  insert into transfer (
      ref_no, kind, member_id, card_id, source_account_id, source_account_number, source_name,
      destination_account_number, amount_centavos, state, load_month, accepted_at, next_inquiry_at, correlation_id)
    values (v_ref_no, k.kind, s.member_id, w.card_id, w.source_account_id, p_source_account, w.source_name,
      p_destination_account, p_amount_centavos, 'accepted', v_month, p_at, p_at + interval '30 seconds', p_correlation_id);
  insert into audit_event (at, actor_kind, actor, action, object, correlation_id, detail)
    values (p_at, 'member', s.member_guid::text, 'accept_transfer', 'transfer:' || v_ref_no, p_correlation_id,
      with_schedule(p_intent, p_schedule_id));
  insert into outbox (kind, payload, created_at)
    values (k.job, jsonb_build_object('refNo', v_ref_no, 'correlationId', p_correlation_id), p_at);
end $$;
