-- Accepting transfers that leave a card. As with own transfers, one call is one round trip and one
-- transaction: session, request-key, code, card, limits, money, double entry, audit and promised work.

/* Centavos as they stand on the wire: 125050 is '1250.50'. */
create function decimal_text(p_centavos bigint) returns text language sql immutable
return (p_centavos / 100)::text || '.' || lpad((p_centavos % 100)::text, 2, '0');

/* A figure of transfer_limit. */
create function transfer_limit_of(p_name text) returns bigint language sql stable
begin atomic
  select l.centavos from transfer_limit l where l.name = p_name;
end;

/* Whether a card account of ours can be sent to: in use, and not locked by the association. */
create function can_receive(c card) returns boolean language sql immutable
return usable_status(c) = 'active' and not c.admin_locked and c.account_no is not null and c.ledger_account_id is not null;

/* What is known of an order that would leave a card, and what stands against it. */
create type order_from_card as (
  verdict text,
  card_id bigint,
  account_no text,
  ledger_account_id bigint,
  fee_centavos bigint,
  available_centavos bigint,
  -- The most in one transfer, and what is left of the limit that stands against it.
  most_centavos bigint,
  left_centavos bigint,
  bank_bic text,
  bank_name text,
  destination_card_id bigint,
  destination_member_id bigint,
  destination_load_limit_centavos bigint
);

/*
 * Whether money may leave this member's card now, one-time password aside: for the order and for the
 * question before it. Locks the card's account in the ledger, and with it the member's other orders of
 * this kind, so that what is available and what was sent hold until the caller's transaction ends. A
 * member's own lock stops purchases, not the member's own transfers.
 */
create function weigh_from_card(
  p_member_id bigint,
  p_kind text,
  p_bank_id bigint,
  p_destination_account text,
  p_amount_centavos bigint,
  p_day date
) returns order_from_card language plpgsql security definer
set enable_seqscan = off
as $$
declare
  c public.card;
  d public.card;
  w public.order_from_card;
  v_feature text;
  v_today bigint := 0;
  v_this_month bigint := 0;
  v_loaded bigint := 0;
  v_name text := case p_kind when 'card' then 'card_to_card' else p_kind end;
begin
  select f.state into v_feature from public.feature f where f.name = 'transferFunds';
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
        left join public.card_load cl on cl.card_id = d.id and cl.month = to_char(p_day, 'YYYY-MM')
        where t.card_type = d.card_type;
    end if;
  else
    select case p_kind when 'instapay' then b.instapay_bic else b.pesonet_bic end, b.bank_name
      into w.bank_bic, w.bank_name
      from public.bank b
      where b.id = p_bank_id and b.is_active
        and case p_kind when 'instapay' then b.takes_instapay else b.takes_pesonet end;
    select coalesce(sum(t.sent_centavos) filter (where t.period = p_day::text), 0),
        coalesce(sum(t.sent_centavos) filter (where t.period <> p_day::text), 0)
      into v_today, v_this_month
      from public.transfer_total t
      where t.member_id = p_member_id and t.period in (p_day::text, to_char(p_day, 'YYYY-MM'));
  end if;

  w.verdict := case
    when v_feature is distinct from 'on' then 'unavailable'
    when public.usable_status(c) = 'deactivated' then 'card_deactivated'
    when public.usable_status(c) = 'suspended' then 'card_suspended'
    when c.admin_locked then 'card_admin_locked'
    when public.usable_status(c) is distinct from 'active' or c.account_no is null or w.available_centavos is null
      then 'no_eon_account'
    when p_kind <> 'card' and w.bank_bic is null then 'bank_unknown'
    when p_kind = 'card' and c.account_no = p_destination_account then 'destination_same'
    when p_kind = 'card' and w.destination_card_id is null then 'destination_unknown'
    when p_amount_centavos < 100 then 'amount_too_low'
    when p_amount_centavos > w.most_centavos then 'over_transaction_limit'
    when w.available_centavos < p_amount_centavos + w.fee_centavos then 'insufficient_funds' end;
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
  w.verdict := coalesce(w.verdict, 'ok');
  return w;
end $$;

/* What the code must approve: what was ordered, and where it comes from and what it costs. */
create function full_intent(p_intent jsonb, p_amount_centavos bigint, w order_from_card) returns jsonb
language sql immutable
return p_intent || jsonb_build_object('from', w.account_no, 'fee', decimal_text(w.fee_centavos),
  'total', decimal_text(p_amount_centavos + w.fee_centavos));

/* A new reference number of the Manila day: of a card 'CT', of InstaPay 'IP', of PESONet 'PN'. */
create function transfer_ref_no(p_kind text, p_at timestamptz) returns text language sql volatile
return case p_kind when 'card' then 'CT' when 'instapay' then 'IP' else 'PN' end
  || to_char(p_at at time zone 'Asia/Manila', 'YYMMDD') || '-' || lpad(nextval('transfer_number')::text, 10, '0');

/* What an accepted order is answered, and its repeats. `creditBy` is of PESONet. */
create function order_answer(p_ref_no text, p_at timestamptz, p_credit_by timestamptz) returns jsonb language sql stable
return jsonb_strip_nulls(jsonb_build_object(
  'refNo', p_ref_no,
  'txnDate', to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'state', 'accepted',
  'creditBy', to_char(p_credit_by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));

/*
 * What every order from a card has in common, up to where its kind begins: session, request-key, card,
 * limits and one-time password, taken and locked in this order.
 *
 * verdict: 'ok', one of check_session's verdicts, or the code of a refusal. With 'ok' and `is_new` the
 * caller books the order; with 'ok' alone it was booked before, and `answer` is what it was answered.
 * Everything else stands as with accept_own_transfer().
 */
create function admit_from_card(
  p_at timestamptz,
  p_idle_seconds integer,
  p_life_seconds integer,
  p_token_hash bytea,
  p_cookie_hash bytea,
  p_key text,
  p_request_hash bytea,
  p_kind text,
  p_bank_id bigint,
  p_destination_account text,
  p_amount_centavos bigint,
  p_intent jsonb,
  p_pin_id uuid,
  p_pin_hmac bytea,
  p_correlation_id text,
  p_answer jsonb,
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
begin
  is_new := false;
  s := check_session(p_token_hash, p_cookie_hash, p_at, true, p_idle_seconds, p_life_seconds);
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
    select case when k.request_hash = p_request_hash then 'ok' else 'idempotency_key_reused' end,
           case when k.request_hash = p_request_hash then k.answer end
      into verdict, answer
      from idempotency_key k where k.member_id = s.member_id and k.key = p_key;
    if not found then
      raise exception 'the key was cleaned up meanwhile' using errcode = 'serialization_failure';
    end if;
    return;
  end if;

  -- Weighed before the code is looked at: the code approves the fee too.
  w := weigh_from_card(s.member_id, p_kind, p_bank_id, p_destination_account, p_amount_centavos, v_day);
  intent := full_intent(p_intent, p_amount_centavos, w);
  update otp_challenge o set closed_at = p_at
    where o.pin_id = p_pin_id and code_approves(o, s.member_id, p_cookie_hash, p_pin_hmac, admit_from_card.intent, p_at);
  if found then
    verdict := w.verdict;
  else
    verdict := why_code_does_not_count(s.member_id, p_cookie_hash, p_pin_id, p_pin_hmac, intent, p_at);
  end if;
  if verdict <> 'ok' then
    delete from idempotency_key k where k.member_id = s.member_id and k.key = p_key;
    return;
  end if;

  answer := p_answer;
  is_new := true;
  if p_kind = 'card' then
    insert into card_load as cl (card_id, month, loaded_centavos)
      values (w.destination_card_id, v_month, p_amount_centavos)
      on conflict (card_id, month) do update set loaded_centavos = cl.loaded_centavos + excluded.loaded_centavos
        where cl.loaded_centavos + excluded.loaded_centavos <= w.destination_load_limit_centavos;
    if not found then
      raise exception 'another transfer took the rest of the limit meanwhile' using errcode = 'serialization_failure';
    end if;
  else
    insert into transfer_total as t (member_id, period, sent_centavos)
      values (s.member_id, v_day::text, p_amount_centavos), (s.member_id, v_month, p_amount_centavos)
      on conflict on constraint transfer_total_pkey do update
        set sent_centavos = t.sent_centavos + excluded.sent_centavos;
  end if;
  insert into audit_event (at, actor_kind, actor, action, object, correlation_id, detail)
    values (p_at, 'member', member_guid::text, 'accept_transfer', 'transfer:' || (p_answer ->> 'refNo'),
      p_correlation_id, intent);
end $$;

/*
 * Accepts a transfer to another bank, or says why not: the amount is on its way and the fee is held with
 * it (2510 to 2520 or 2530, and 2550) until the rail has answered. `p_cycle_day`, `p_cycle_no` and
 * `p_credit_by` are of PESONet, of the moment `p_at`.
 */
create function accept_bank_transfer(
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
  out verdict text,
  out answer jsonb,
  out available_centavos bigint,
  out fee_centavos bigint,
  out most_centavos bigint,
  out left_centavos bigint
)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
-- What waits for rows that another transaction holds is asked again by the caller.
set lock_timeout = '250ms'
as $$
declare
  v_ref_no text := transfer_ref_no(p_kind, p_at);
  v_day date := (p_at at time zone 'Asia/Manila')::date;
  v_in_process text := case p_kind when 'instapay' then '2520' else '2530' end;
  a record;
  w order_from_card;
begin
  a := admit_from_card(p_at, p_idle_seconds, p_life_seconds, p_token_hash, p_cookie_hash, p_key, p_request_hash,
    p_kind, p_bank_id, p_account_number, p_amount_centavos, p_intent, p_pin_id, p_pin_hmac, p_correlation_id,
    order_answer(v_ref_no, p_at, p_credit_by));
  verdict := a.verdict;
  answer := a.answer;
  w := a.w;
  available_centavos := w.available_centavos;
  fee_centavos := w.fee_centavos;
  most_centavos := w.most_centavos;
  left_centavos := w.left_centavos;
  if not a.is_new then
    return;
  end if;

  if w.fee_centavos > 0 then
    perform ledger_post(case p_kind when 'instapay' then 'INSTAPAY_OUT' else 'PESONET_OUT' end, 'hold', v_ref_no, v_day,
      p_at, a.member_guid::text,
      array[w.ledger_account_id, ledger_account_id('CARD', v_in_process, ''), ledger_account_id('CARD', '2550', '')],
      array['D', 'C', 'C'],
      array[p_amount_centavos + w.fee_centavos, p_amount_centavos, w.fee_centavos]);
  else
    perform ledger_post(case p_kind when 'instapay' then 'INSTAPAY_OUT' else 'PESONET_OUT' end, 'hold', v_ref_no, v_day,
      p_at, a.member_guid::text, array[w.ledger_account_id, ledger_account_id('CARD', v_in_process, '')],
      array['D', 'C'], array[p_amount_centavos, p_amount_centavos]);
  end if;
  insert into transfer (
      ref_no, kind, member_id, card_id, source_account_number, source_name, destination_account_number,
      amount_centavos, fee_centavos, state, accepted_at, next_inquiry_at, correlation_id)
    values (v_ref_no, p_kind, a.member_id, w.card_id, w.account_no, p_source_name, p_account_number,
      p_amount_centavos, w.fee_centavos, 'accepted', p_at, p_at + interval '30 seconds', p_correlation_id);
  insert into rail_transfer (
      ref_no, rail, bank_id, bank_bic, bank_name, account_number, account_name, rail_account_name,
      cycle_day, cycle_no, credit_by, refund_due_at)
    values (v_ref_no, p_kind, p_bank_id, w.bank_bic, w.bank_name, p_account_number, p_account_name,
      p_rail_account_name, p_cycle_day, p_cycle_no, p_credit_by,
      case p_kind when 'instapay' then p_at + interval '1 hour' end);
  insert into outbox (kind, payload, created_at)
    values ('send_rail_transfer', jsonb_build_object('refNo', v_ref_no, 'correlationId', p_correlation_id), p_at);
end $$;

/*
 * Accepts a transfer to another card account of ours, or says why not: amount and fee are on hold at the
 * sender's until the card issuer has moved the money, and the amount counts toward what the receiver's
 * card may take this month.
 */
create function accept_card_transfer(
  p_at timestamptz,
  p_idle_seconds integer,
  p_life_seconds integer,
  p_token_hash bytea,
  p_cookie_hash bytea,
  p_key text,
  p_request_hash bytea,
  p_destination_account text,
  p_amount_centavos bigint,
  p_intent jsonb,
  p_pin_id uuid,
  p_pin_hmac bytea,
  p_source_name text,
  p_correlation_id text,
  out verdict text,
  out answer jsonb,
  out available_centavos bigint,
  out fee_centavos bigint,
  out most_centavos bigint,
  out left_centavos bigint
)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set lock_timeout = '250ms'
as $$
declare
  v_ref_no text := transfer_ref_no('card', p_at);
  a record;
  w order_from_card;
begin
  a := admit_from_card(p_at, p_idle_seconds, p_life_seconds, p_token_hash, p_cookie_hash, p_key, p_request_hash,
    'card', null, p_destination_account, p_amount_centavos, p_intent, p_pin_id, p_pin_hmac, p_correlation_id,
    order_answer(v_ref_no, p_at, null));
  verdict := a.verdict;
  answer := a.answer;
  w := a.w;
  available_centavos := w.available_centavos;
  fee_centavos := w.fee_centavos;
  most_centavos := w.most_centavos;
  left_centavos := w.left_centavos;
  if not a.is_new then
    return;
  end if;

  -- Nothing ends the hold but the transfer's own end; the time only has to lie behind it.
  perform ledger_place_hold(w.ledger_account_id, p_amount_centavos + w.fee_centavos, v_ref_no, 'card_transfer', p_at,
    p_at + interval '1 year');
  insert into transfer (
      ref_no, kind, member_id, card_id, source_account_number, source_name, destination_account_number,
      destination_card_id, destination_member_id, amount_centavos, fee_centavos, state, load_month, accepted_at,
      next_inquiry_at, correlation_id)
    values (v_ref_no, 'card', a.member_id, w.card_id, w.account_no, p_source_name, p_destination_account,
      w.destination_card_id, w.destination_member_id, p_amount_centavos, w.fee_centavos, 'accepted',
      to_char(p_at at time zone 'Asia/Manila', 'YYYY-MM'), p_at, p_at + interval '30 seconds', p_correlation_id);
  insert into outbox (kind, payload, created_at)
    values ('move_between_cards', jsonb_build_object('refNo', v_ref_no, 'correlationId', p_correlation_id), p_at);
end $$;

/*
 * Locks accounts in the order of their ids, until the caller's transaction ends: for one that moves several
 * in several steps.
 */
create function ledger_lock_accounts(p_ids bigint[]) returns void language plpgsql security definer as $$
begin
  perform from public.ledger_account a where a.id = any (p_ids) order by a.id for no key update;
end $$;

-- The issuer moves money between two cards without a fee, so we take none.
alter table transfer_limit
  add constraint transfer_limit_card_to_card_is_free check (name <> 'card_to_card_fee' or centavos = 0);

-- How people call a bank, and how long its account numbers usually are (data/banks.json): the form warns
-- of another length and takes it all the same.
alter table bank
  add column short_name text not null default '' check (char_length(short_name) <= 40),
  add column min_digits integer not null default 8,
  add column max_digits integer not null default 16,
  add constraint bank_digits check (min_digits between 1 and max_digits and max_digits <= 34);
update bank b set short_name = v.short_name, min_digits = v.min_digits, max_digits = v.max_digits
  from (values
  (1, 'BDO', 10, 12),
  (2, 'BDO Network', 8, 16),
  (3, 'BPI', 10, 10),
  (4, 'BanKo', 8, 16),
  (5, 'Metrobank', 13, 13),
  (6, 'PSBank', 12, 12),
  (7, 'LandBank', 10, 10),
  (8, 'DBP', 10, 16),
  (9, 'PNB', 12, 12),
  (10, 'Chinabank', 10, 12),
  (11, 'CBS', 10, 12),
  (12, 'RCBC', 10, 16),
  (13, 'Security Bank', 13, 13),
  (14, 'UnionBank', 12, 12),
  (15, 'UnionDigital', 8, 16),
  (16, 'CitySavings', 8, 16),
  (17, 'EastWest', 12, 12),
  (18, 'EastWest Rural', 8, 16),
  (19, 'AUB', 8, 16),
  (20, 'PBCOM', 8, 16),
  (21, 'Philtrust', 8, 16),
  (22, 'PBB', 8, 16),
  (23, 'PVB', 8, 16),
  (24, 'BankCom', 8, 16),
  (25, 'CTBC', 8, 16),
  (26, 'Maybank', 8, 16),
  (27, 'HSBC', 8, 16),
  (28, 'StanChart', 8, 16),
  (29, 'Bank of China', 8, 16),
  (30, 'CIMB', 14, 14),
  (31, 'GoTyme', 12, 12),
  (32, 'MariBank', 11, 11),
  (33, 'UNOBank', 8, 16),
  (34, 'Maya Bank', 12, 12),
  (35, 'Tonik', 8, 16),
  (36, 'OwnBank', 8, 16),
  (37, 'AllBank', 8, 16),
  (38, 'Southeast Country', 8, 16),
  (39, 'Equicom', 8, 16),
  (40, 'Sterling', 8, 16),
  (41, 'Producers Bank', 8, 16),
  (42, 'Malayan Bank', 8, 16),
  (43, 'WealthBank', 8, 16),
  (44, 'Queenbank', 8, 16),
  (45, 'ISLA Bank', 8, 16),
  (46, 'DCDB', 8, 16),
  (47, 'Cebuana Bank', 8, 16),
  (48, 'Dungganon', 8, 16),
  (49, 'Camalig Bank', 8, 16),
  (50, 'Cantilan Bank', 8, 16),
  (51, 'CRB Romblon', 8, 16),
  (52, 'Rang-ay Bank', 8, 16),
  (53, 'RBGI / Asenso', 8, 16),
  (54, 'Bayanihan', 8, 16),
  (55, 'Top Bank', 8, 16),
  (56, 'CARD Bank', 8, 16),
  (57, 'CARD Rizal', 8, 16),
  (58, 'CARD SME', 8, 16),
  (59, 'Legazpi Savings', 8, 16),
  (60, 'LDB', 8, 16),
  (61, 'MCCB', 8, 16),
  (62, 'Pacific Ace', 8, 16),
  (63, 'Partner RB', 8, 16),
  (64, 'TFSPH', 8, 16),
  (65, 'Vigan Banco', 8, 16),
  (66, 'Agribank', 8, 16),
  (67, 'Al-Amanah', 8, 16),
  (68, 'ANZ', 8, 16),
  (69, 'Bangko Kabayan', 8, 16),
  (70, 'Bangko Mabuhay', 8, 16),
  (71, 'BNSP', 8, 16),
  (72, 'Bangkok Bank', 8, 16),
  (73, 'BofA', 8, 16),
  (74, 'BOF', 8, 16),
  (75, 'Bank of Makati', 8, 16),
  (76, 'Binan RB', 8, 16),
  (77, 'Cathay United', 8, 16),
  (78, 'Citibank', 8, 16),
  (79, 'CBQP', 8, 16),
  (80, 'Deutsche', 8, 16),
  (81, 'FCB', 8, 16),
  (82, 'Gateway RB', 8, 16),
  (83, 'GRBank', 8, 16),
  (84, 'ICBC', 8, 16),
  (85, 'IBK', 8, 16),
  (86, 'Innovative', 8, 16),
  (87, 'JPMorgan', 8, 16),
  (88, 'KEB Hana', 8, 16),
  (89, 'Laguna Prestige', 8, 16),
  (90, 'LOLC', 8, 16),
  (91, 'Malarayat', 8, 16),
  (92, 'Mega ICBC', 8, 16),
  (93, 'Mizuho', 8, 16),
  (94, 'Money Mall', 8, 16),
  (95, 'MUFG', 8, 16),
  (96, 'MVSM', 8, 16),
  (97, 'NRBSL', 8, 16),
  (98, 'RBT Bank', 8, 16),
  (99, 'RB Angeles', 8, 16),
  (100, 'RB Bacolod', 8, 16),
  (101, 'RB Bauang', 8, 16),
  (102, 'RB Digos', 8, 16),
  (103, 'RB La Paz', 8, 16),
  (104, 'RB Lebak', 8, 16),
  (105, 'RB Mangaldan', 8, 16),
  (106, 'RB Montalban', 8, 16),
  (107, 'RB Porac', 8, 16),
  (108, 'RB Rosario', 8, 16),
  (109, 'RB Sagay', 8, 16),
  (110, 'RB San Narciso', 8, 16),
  (111, 'RB Silay', 8, 16),
  (112, 'Signa Bank', 8, 16),
  (113, 'Salmon', 8, 16),
  (114, 'Shinhan', 8, 16),
  (115, 'SMBC', 8, 16),
  (116, 'Summit Bank', 8, 16),
  (117, 'UCPB Savings', 8, 16),
  (118, 'UOB', 8, 16),
  (119, 'VBank', 8, 16),
  (120, 'Yuanta', 8, 16),
  (121, 'Zambales RB', 8, 16),
  (122, 'GCash', 11, 11),
  (123, 'Maya', 11, 11),
  (124, 'Coins.ph', 11, 11),
  (125, 'GrabPay', 11, 11),
  (126, 'ShopeePay', 11, 11),
  (127, 'PalawanPay', 11, 11),
  (128, 'USSC', 11, 11),
  (129, 'Wise', 11, 11),
  (130, 'TayoCash', 11, 11),
  (131, 'Easy Pay', 11, 11),
  (132, 'Lulu', 11, 11),
  (133, 'PDAX', 11, 11),
  (134, 'bizmoto', 11, 11),
  (135, 'PayMongo', 11, 11),
  (136, 'Alipay+', 11, 11),
  (137, 'Bananapay', 11, 11),
  (138, 'Bayad', 11, 11),
  (139, 'I-Remit', 11, 11),
  (140, 'MarCoPay', 11, 11),
  (141, 'OmniPay', 11, 11),
  (142, 'SpeedyPay', 11, 11),
  (143, 'Starpay', 11, 11),
  (144, 'TokTok', 11, 11),
  (145, 'TopJuan', 11, 11),
  (146, 'Traxion', 11, 11),
  (147, 'JuanCash', 11, 11)
  ) as v (id, short_name, min_digits, max_digits)
  where b.id = v.id;
