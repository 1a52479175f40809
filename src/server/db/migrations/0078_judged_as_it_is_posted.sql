-- What stands against an order is judged in the transaction that posts it, and by one rule for an order that
-- shares a call and for one that comes alone: new payees that wait, a fee that changed, a rail that is closed.
-- Whoever locks a card or closes an access takes the same rows: an order is either there before the lock, or
-- sees it.

-- New payees wait from every moment at which somebody else may have become the one who acts.
alter table member
  -- When the pause began, and why; kept after its end. One that goes on into another keeps its beginning.
  add column payees_paused_at timestamptz,
  add column payees_paused_for text check (payees_paused_for in (
    'mobile_changed', 'email_changed', 'password_recovered', 'username_recovered', 'new_device', 'joined_again',
    'access_reopened'));

/* Whether new payees of this member wait at this moment. */
create function new_payees_wait(m member, p_at timestamptz) returns boolean language sql immutable
return coalesce(m.payees_paused_until > p_at, false);

/*
 * Who is no new payee to a member: a transfer reached it, or the member kept it before the last pause began. A
 * card account has no bank. Over the other rail it is the same payee; one may be named twice.
 */
create function known_payees(p_member_id bigint) returns table (bank_id bigint, account_number text)
language sql stable
begin atomic
  select r.bank_id, t.destination_account_number
    from transfer t left join rail_transfer r on r.ref_no = t.ref_no
    where t.member_id = p_member_id and t.state = 'credited' and t.kind <> 'own'
  union all
  select s.bank_id, s.account_number
    from saved_recipient s join member m on m.id = s.member_id
    where s.member_id = p_member_id and s.saved_at < m.payees_paused_at;
end;

create function is_known_payee(p_member_id bigint, p_bank_id bigint, p_account text) returns boolean language sql stable
begin atomic
  select exists (
    select from known_payees(p_member_id) k
    where k.account_number = p_account and k.bank_id is not distinct from p_bank_id);
end;

/*
 * Holds what says whether a member may order, until the caller's transaction ends: whoever closes an access,
 * ends sessions or begins a pause takes this row too. Statements after this one see what was committed before.
 * Orders do not wait for each other here.
 */
create function hold_orderer(p_token_hash bytea, p_at timestamptz) returns void language plpgsql as $$
begin
  perform from member m where m.id = (select s.member_id from find_session(p_token_hash, p_at) s) for share;
end $$;

/*
 * The same for the orders of one moment, and their cards with it; answers which members' orders may be judged
 * together. Whose rows another transaction holds is left out and waits alone.
 */
create function hold_orderers(p_token_hashes bytea[]) returns bigint[] language plpgsql as $$
declare
  v_ids bigint[];
begin
  v_ids := array(
    select m.id from member m
    where m.id = any (array(
        select s.member_id from unnest(p_token_hashes) as q (token_hash)
        cross join lateral (select s.member_id from session s where s.token_hash = q.token_hash offset 0) s))
      and m.status = 'active'
    order by m.id for share skip locked);
  return array(
    select c.member_id from card c where c.member_id = any (v_ids) order by c.id for share skip locked);
end $$;

-- As before, but that a fee which changed since the code was sent is said to be just that.
create or replace function why_code_does_not_count(
  p_member_id bigint, p_cookie_hash bytea, p_pin_id uuid, p_pin_hmac bytea, p_intent jsonb, p_at timestamptz
) returns text language plpgsql as $$
declare
  o otp_challenge%rowtype;
begin
  select * into o from otp_challenge
    where pin_id = p_pin_id and member_id = p_member_id and purpose = 'transfer' and browser_hash = p_cookie_hash
    for update;
  if not found then
    return 'otp_incorrect';
  elsif o.closed_at is not null then
    return 'otp_not_for_this_transfer';
  elsif o.expires_at <= p_at then
    return 'otp_incorrect';
  elsif o.wrong_tries >= 3 or not may_try_otp(p_member_id, p_at) then
    return 'otp_used_up';
  elsif o.pin_hmac <> p_pin_hmac then
    update otp_challenge set wrong_tries = wrong_tries + 1 where pin_id = p_pin_id;
    perform count_wrong_otp(p_member_id, p_at);
    return 'otp_incorrect';
  elsif o.verified_at is null then
    return 'otp_not_for_this_transfer';
  elsif o.intent is distinct from p_intent then
    update otp_challenge set closed_at = p_at where pin_id = p_pin_id;
    return case when o.intent - 'fee' - 'total' = p_intent - 'fee' - 'total' and o.intent -> 'fee' <> p_intent -> 'fee'
        then 'fee_changed'
      else 'otp_not_for_this_transfer' end;
  end if;
  -- It became good between the two looks: the caller starts over.
  raise exception 'the code changed meanwhile' using errcode = 'serialization_failure';
end $$;

alter type order_from_card add attribute payees_paused_until timestamptz;

/*
 * Whether money may leave this member's card now, one-time password aside: for the order and for the
 * question before it. `p_is_open` is whether the rail answers (status/readAway.ts). Holds the card, a receiver's
 * with it in the order of their ids, then locks the card's account in the ledger, and with it the member's other
 * orders of this kind: what is judged here holds until the caller's transaction ends. A member's own lock stops
 * purchases, not the member's own transfers. The receiver's card is judged late: an order that fails anyway
 * tells nothing of it. The function of the same name without a moment is the former release's.
 */
create function weigh_from_card(
  p_member_id bigint,
  p_kind text,
  p_bank_id bigint,
  p_destination_account text,
  p_amount_centavos bigint,
  p_at timestamptz,
  p_is_open boolean
) returns order_from_card language plpgsql security definer
set enable_seqscan = off
as $$
declare
  c public.card;
  d public.card;
  m public.member;
  w public.order_from_card;
  v_day date := (p_at at time zone 'Asia/Manila')::date;
  v_month text := to_char(v_day, 'YYYY-MM');
  v_feature text;
  v_today bigint := 0;
  v_this_month bigint := 0;
  v_loaded bigint := 0;
  v_name text := case p_kind when 'card' then 'card_to_card' else p_kind end;
begin
  perform from public.card where member_id = p_member_id or p_kind = 'card' and account_no = p_destination_account
    order by id for share;
  select f.state into v_feature from public.feature f where f.name = 'transferFunds';
  select * into m from public.member where id = p_member_id;
  w.payees_paused_until := m.payees_paused_until;
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
        left join public.card_load cl on cl.card_id = d.id and cl.month = v_month
        where t.card_type = d.card_type;
    end if;
  else
    select case p_kind when 'instapay' then b.instapay_bic else b.pesonet_bic end, b.bank_name
      into w.bank_bic, w.bank_name
      from public.bank b
      where b.id = p_bank_id and b.is_active
        and case p_kind when 'instapay' then b.takes_instapay else b.takes_pesonet end;
    select coalesce(sum(t.sent_centavos) filter (where t.period = v_day::text), 0),
        coalesce(sum(t.sent_centavos) filter (where t.period <> v_day::text), 0)
      into v_today, v_this_month
      from public.transfer_total t
      where t.member_id = p_member_id and t.period in (v_day::text, v_month);
  end if;

  w.verdict := case
    when v_feature is distinct from 'on' then 'unavailable'
    when not p_is_open then 'instapay_closed'
    when public.usable_status(c) = 'deactivated' then 'card_deactivated'
    when public.usable_status(c) = 'suspended' then 'card_suspended'
    when c.admin_locked then 'card_admin_locked'
    when public.usable_status(c) is distinct from 'active' or c.account_no is null or w.available_centavos is null
      then 'no_eon_account'
    when p_kind <> 'card' and w.bank_bic is null then 'bank_unknown'
    when p_kind = 'card' and c.account_no = p_destination_account then 'destination_same'
    when p_amount_centavos < 100 then 'amount_too_low'
    when p_amount_centavos > w.most_centavos then 'over_transaction_limit'
    when w.available_centavos < p_amount_centavos + w.fee_centavos then 'insufficient_funds'
    when p_kind = 'card' and w.destination_card_id is null then 'destination_unknown' end;
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
  if w.verdict is null and public.new_payees_wait(m, p_at)
      and not public.is_known_payee(p_member_id, case when p_kind <> 'card' then p_bank_id end, p_destination_account) then
    w.verdict := 'payee_paused';
  end if;
  w.verdict := coalesce(w.verdict, 'ok');
  return w;
end $$;

-- As before (0011_fewer_statements.sql), but that it holds the card too.
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

-- As before (0073_repeats_wait_for_the_standby.sql), but that it holds the member first.
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
  out verdict text,
  out answer jsonb,
  out available_centavos bigint,
  out load_left_centavos bigint
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
  v_ref_no text := own_transfer_ref_no(v_day);
  s record;
  w record;
begin
  perform hold_orderer(p_token_hash, p_at);
  -- Assigned, not selected from: the call then needs no query of its own.
  s := check_session(p_token_hash, p_cookie_hash, p_at, true, p_idle_seconds, p_life_seconds);
  verdict := s.verdict;
  if verdict <> 'ok' then
    return;
  end if;

  -- The key is taken first: a repeat that arrives meanwhile waits here, then reads this answer.
  answer := own_transfer_answer(v_ref_no, p_at);
  insert into idempotency_key (member_id, key, request_hash, answer, created_at)
    values (s.member_id, p_key, p_request_hash, accept_own_transfer.answer, p_at)
    on conflict on constraint idempotency_key_pkey do nothing;
  if not found then
    select case when k.request_hash = p_request_hash then 'ok' else 'idempotency_key_reused' end,
           case when k.request_hash = p_request_hash then k.answer end
      into verdict, answer
      from idempotency_key k where k.member_id = s.member_id and k.key = p_key;
    if not found then
      raise exception 'the key was cleaned up meanwhile' using errcode = 'serialization_failure';
    end if;
    perform wait_like_a_write();
    return;
  end if;

  update otp_challenge o set closed_at = p_at
    where o.pin_id = p_pin_id and code_approves(o, s.member_id, p_cookie_hash, p_pin_hmac, p_intent, p_at);
  if found then
    w := weigh_own_transfer(s.member_id, p_source_account, p_destination_account, p_amount_centavos, v_month);
    verdict := w.verdict;
    available_centavos := w.available_centavos;
    load_left_centavos := w.load_left_centavos;
  else
    verdict := why_code_does_not_count(s.member_id, p_cookie_hash, p_pin_id, p_pin_hmac, p_intent, p_at);
  end if;
  if verdict <> 'ok' then
    delete from idempotency_key k where k.member_id = s.member_id and k.key = p_key;
    answer := null;
    return;
  end if;

  insert into card_load as cl (card_id, month, loaded_centavos) values (w.card_id, v_month, p_amount_centavos)
    on conflict (card_id, month) do update set loaded_centavos = cl.loaded_centavos + excluded.loaded_centavos
      where cl.loaded_centavos + excluded.loaded_centavos <= w.load_limit_centavos;
  if not found then
    raise exception 'another transfer took the rest of the limit meanwhile' using errcode = 'serialization_failure';
  end if;
  perform ledger_post('OWN_TOPUP', 'accept', v_ref_no, v_day, p_at, s.member_guid::text,
    array[w.ledger_account_id, ledger_account_id('ASSOC', '2310', '')], array['D', 'C'],
    array[p_amount_centavos, p_amount_centavos]);
  insert into transfer (
      ref_no, kind, member_id, card_id, source_account_id, source_account_number, source_name,
      destination_account_number, amount_centavos, state, load_month, accepted_at, next_inquiry_at, correlation_id)
    values (v_ref_no, 'own', s.member_id, w.card_id, w.source_account_id, p_source_account, w.source_name,
      p_destination_account, p_amount_centavos, 'accepted', v_month, p_at, p_at + interval '30 seconds', p_correlation_id);
  insert into audit_event (at, actor_kind, actor, action, object, correlation_id, detail)
    values (p_at, 'member', s.member_guid::text, 'accept_transfer', 'transfer:' || v_ref_no, p_correlation_id, p_intent);
  insert into outbox (kind, payload, created_at)
    values ('credit_card', jsonb_build_object('refNo', v_ref_no, 'correlationId', p_correlation_id), p_at);
end $$;

-- As before (0011_fewer_statements.sql), of the members and cards that are held; each is judged as held.
create or replace function accept_plain_transfers(
  p_at timestamptz,
  p_idle_seconds integer,
  p_life_seconds integer,
  p_token_hashes bytea[],
  p_cookie_hashes bytea[],
  p_keys text[],
  p_request_hashes bytea[],
  p_source_accounts text[],
  p_destination_accounts text[],
  p_amounts_centavos bigint[],
  p_intents text[],
  p_pin_ids uuid[],
  p_pin_hmacs bytea[],
  p_correlation_ids text[]
) returns json
language plpgsql
-- Every statement finds its rows by key: planning it anew for each member would only cost time, and a
-- plan made while a table was empty is kept while it grows.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
-- An order whose rows another transaction holds must not keep the others waiting.
set lock_timeout = '250ms'
as $$
declare
  v_day date := (p_at at time zone 'Asia/Manila')::date;
  v_month text := to_char(v_day, 'YYYY-MM');
  v_answers json;
  v_accepted integer;
  v_counted integer;
  v_sessions_to_note bigint[];
  v_in_transit_id bigint;
  v_ref_nos text[];
  v_actors text[];
  v_ledger_ids bigint[];
  v_amounts bigint[];
  v_held bigint[] := hold_orderers(p_token_hashes);
begin
  with plain as materialized (
    select q.*, q.intent::jsonb as intent_json, s.member_id, m.guid::text as actor, c.id as card_id,
      t.load_limit, a.id as source_id, account_name(a.product) as source_name, l.id as ledger_id,
      case when s.is_to_note then s.id end as session_to_note, own_transfer_ref_no(v_day) as ref_no
    from unnest(p_token_hashes, p_cookie_hashes, p_keys, p_request_hashes, p_source_accounts,
        p_destination_accounts, p_amounts_centavos, p_intents, p_pin_ids, p_pin_hmacs, p_correlation_ids)
      with ordinality as q (token_hash, cookie_hash, key, request_hash, source_account, destination_account,
        amount, intent, pin_id, pin_hmac, correlation_id, place)
    -- "offset 0" has PostgreSQL read the tables in this order, each row by its key.
    cross join lateral (
      select s.id, s.member_id, session_is_stale(s, p_at) or is_first_use(s, q.token_hash) as is_to_note
      from session s
      where s.token_hash = q.token_hash and s.member_id = any (v_held)
        and session_verdict(s, q.cookie_hash, p_at, p_idle_seconds, p_life_seconds) = 'ok' offset 0) s
    cross join lateral (
      select from otp_challenge o
      where o.pin_id = q.pin_id
        and code_approves(o, s.member_id, q.cookie_hash, q.pin_hmac, q.intent::jsonb, p_at) offset 0) o
    cross join lateral (select m.guid from member m where m.id = s.member_id offset 0) m
    cross join lateral (select c, c.id, c.card_type from card c where c.member_id = s.member_id offset 0) c
    cross join lateral (
      select t.monthly_load_limit_centavos as load_limit from card_tier t where t.card_type = c.card_type offset 0) t
    cross join lateral (
      select a.id, a.product, a.ledger_account_id from member_account a
      where a.account_number = q.source_account and a.member_id = s.member_id offset 0) a
    cross join lateral (
      select l.id, l.available_centavos from ledger_account l where l.id = a.ledger_account_id offset 0) l
    where own_transfer_verdict(c.c, (select f.state from feature f where f.name = 'transferFunds'), a.id,
        q.destination_account, q.amount, l.available_centavos, t.load_limit - coalesce((
          select cl.loaded_centavos from card_load cl where cl.card_id = c.id and cl.month = v_month), 0)) = 'ok'
      and (select k.key from idempotency_key k where k.member_id = s.member_id and k.key = q.key) is null
    order by q.place
  ), keyed as (
    insert into idempotency_key (member_id, key, request_hash, answer, created_at)
      select p.member_id, p.key, p.request_hash, own_transfer_answer(p.ref_no, p_at), p_at from plain p
      returning 1
  ), spent as (
    -- After the keys, and the loads after the codes: accept_own_transfer() locks them in this order too.
    update otp_challenge o set closed_at = p_at from plain p
      where o.pin_id = p.pin_id and (select count(*) from keyed) > 0
        and code_approves(o, p.member_id, p.cookie_hash, p.pin_hmac, p.intent_json, p_at)
      returning 1
  ), counted as (
    insert into card_load as cl (card_id, month, loaded_centavos)
      select p.card_id, v_month, p.amount from plain p
      where (select count(*) from spent) = (select count(*) from plain)
      on conflict (card_id, month) do update set loaded_centavos = cl.loaded_centavos + excluded.loaded_centavos
      returning cl.card_id, cl.loaded_centavos
  ), ordered as (
    insert into transfer (
        ref_no, kind, member_id, card_id, source_account_id, source_account_number, source_name,
        destination_account_number, amount_centavos, state, load_month, accepted_at, next_inquiry_at, correlation_id)
      select p.ref_no, 'own', p.member_id, p.card_id, p.source_id, p.source_account, p.source_name,
        p.destination_account, p.amount, 'accepted', v_month, p_at, p_at + interval '30 seconds', p.correlation_id
      from plain p
  ), audited as (
    insert into audit_event (at, actor_kind, actor, action, object, correlation_id, detail)
      select p_at, 'member', p.actor, 'accept_transfer', 'transfer:' || p.ref_no, p.correlation_id, p.intent_json
      from plain p
  ), promised as (
    insert into outbox (kind, payload, created_at)
      select 'credit_card', jsonb_build_object('refNo', p.ref_no, 'correlationId', p.correlation_id), p_at from plain p
  )
  select json_object_agg(p.place, own_transfer_answer(p.ref_no, p_at)), count(*),
      count(*) filter (where counted.loaded_centavos <= p.load_limit),
      array_agg(p.session_to_note) filter (where p.session_to_note is not null),
      (select l.id from ledger_account l where l.book = 'ASSOC' and l.code = '2310' and l.subledger = ''),
      array_agg(p.ref_no), array_agg(p.actor), array_agg(p.ledger_id), array_agg(p.amount)
    into v_answers, v_accepted, v_counted, v_sessions_to_note, v_in_transit_id, v_ref_nos, v_actors,
      v_ledger_ids, v_amounts
    from plain p left join counted on counted.card_id = p.card_id;
  if v_accepted = 0 then
    return '{}';
  elsif v_counted <> v_accepted then
    raise exception 'a code or a load limit was taken meanwhile' using errcode = 'serialization_failure';
  end if;
  if v_sessions_to_note is not null then
    update session s set last_active_at = p_at,
        rotated_at = case when is_first_use(s, s.token_hash) and s.token_hash = any (p_token_hashes)
          then p_at else s.rotated_at end
      where s.id = any (v_sessions_to_note);
  end if;
  perform ledger_post_pairs('OWN_TOPUP', 'accept', v_day, p_at, v_ref_nos, v_actors, v_ledger_ids,
    array_fill(v_in_transit_id, array[v_accepted]), v_amounts);
  return v_answers;
end $$;

drop function admit_from_card;

/*
 * What every order from a card has in common, up to where its kind begins: member, session, request-key, card,
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
  p_is_open boolean,
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
  perform hold_orderer(p_token_hash, p_at);
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
    perform wait_like_a_write();
    return;
  end if;

  -- Weighed before the code is looked at: the code approves the fee too.
  w := weigh_from_card(s.member_id, p_kind, p_bank_id, p_destination_account, p_amount_centavos, p_at, p_is_open);
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

drop function accept_bank_transfer;

/*
 * Accepts a transfer to another bank, or says why not: the amount is on its way and the fee is held with
 * it (2510 to 2520 or 2530, and 2550) until the rail has answered. `p_cycle_day`, `p_cycle_no` and
 * `p_credit_by` are of PESONet, of the moment `p_at`. The former release does not say whether the rail is open.
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
  p_is_open boolean default true,
  out verdict text,
  out answer jsonb,
  out available_centavos bigint,
  out fee_centavos bigint,
  out most_centavos bigint,
  out left_centavos bigint,
  out payees_paused_until timestamptz
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
    order_answer(v_ref_no, p_at, p_credit_by), p_is_open);
  verdict := a.verdict;
  answer := a.answer;
  w := a.w;
  available_centavos := w.available_centavos;
  fee_centavos := w.fee_centavos;
  most_centavos := w.most_centavos;
  left_centavos := w.left_centavos;
  payees_paused_until := w.payees_paused_until;
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

drop function accept_card_transfer;

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
  out left_centavos bigint,
  out payees_paused_until timestamptz
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
    order_answer(v_ref_no, p_at, null), true);
  verdict := a.verdict;
  answer := a.answer;
  w := a.w;
  available_centavos := w.available_centavos;
  fee_centavos := w.fee_centavos;
  most_centavos := w.most_centavos;
  left_centavos := w.left_centavos;
  payees_paused_until := w.payees_paused_until;
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

drop function accept_plain_bank_transfers;

/*
 * Accepts those of several orders to other banks, all over one rail and of one moment, that are plain:
 * nothing stands against them, and the member did not order under the key before. Answers what each
 * accepted one is answered, under its place; of the others nothing is done or said, and the caller asks
 * accept_bank_transfer() about each, whose rules these are.
 *
 * Members and cards are held first, and the cards' accounts locked in the order of their ids; the statement after
 * it looks at them: what it judges holds until the commit (weigh_from_card). A code or a key
 * that another takes meanwhile (serialization_failure, unique_violation) ends the whole call, and the
 * caller asks about each order by itself. The caller gives one order a member.
 */
create function accept_plain_bank_transfers(
  p_at timestamptz,
  p_idle_seconds integer,
  p_life_seconds integer,
  p_kind text,
  p_source_name text,
  p_cycle_day date,
  p_cycle_no integer,
  p_credit_by timestamptz,
  p_token_hashes bytea[],
  p_cookie_hashes bytea[],
  p_keys text[],
  p_request_hashes bytea[],
  p_bank_ids bigint[],
  p_account_numbers text[],
  p_account_names text[],
  p_rail_account_names text[],
  p_amounts_centavos bigint[],
  p_intents text[],
  p_pin_ids uuid[],
  p_pin_hmacs bytea[],
  p_correlation_ids text[],
  p_is_open boolean default true
) returns json
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
-- An order whose rows another transaction holds must not keep the others waiting.
set lock_timeout = '250ms'
as $$
declare
  v_day date := (p_at at time zone 'Asia/Manila')::date;
  v_month text := to_char(v_day, 'YYYY-MM');
  v_is_on boolean;
  v_fee bigint;
  v_most bigint;
  v_most_today bigint;
  v_most_this_month bigint;
  v_answers json;
  v_accepted integer;
  v_spent integer;
  v_sessions_to_note bigint[];
  v_in_process_id bigint := ledger_account_id('CARD', case p_kind when 'instapay' then '2520' else '2530' end, '');
  v_fees_id bigint := ledger_account_id('CARD', '2550', '');
  v_ref_nos text[];
  v_actors text[];
  v_ledger_ids bigint[];
  v_amounts bigint[];
  v_held bigint[];
begin
  select f.state = 'on', l.fee, l.most, l.most_today, l.most_this_month
    into v_is_on, v_fee, v_most, v_most_today, v_most_this_month
    from feature f cross join (
      select max(l.centavos) filter (where l.name = p_kind || '_fee') as fee,
        max(l.centavos) filter (where l.name = p_kind || '_most') as most,
        max(l.centavos) filter (where l.name = 'other_bank_daily') as most_today,
        max(l.centavos) filter (where l.name = 'other_bank_monthly') as most_this_month
      from transfer_limit l) l
    where f.name = 'transferFunds';
  if v_is_on is distinct from true or not p_is_open then
    return '{}';
  end if;
  v_held := hold_orderers(p_token_hashes);
  perform ledger_lock_accounts(array(select c.ledger_account_id from card c where c.member_id = any (v_held)));

  with plain as materialized (
    select q.*, i.intent_json, s.member_id, m.guid::text as actor, c.id as card_id, c.account_no,
      c.ledger_account_id as ledger_id, b.bic, b.bank_name,
      case when s.is_to_note then s.id end as session_to_note, transfer_ref_no(p_kind, p_at) as ref_no
    from unnest(p_token_hashes, p_cookie_hashes, p_keys, p_request_hashes, p_bank_ids, p_account_numbers,
        p_account_names, p_rail_account_names, p_amounts_centavos, p_intents, p_pin_ids, p_pin_hmacs,
        p_correlation_ids)
      with ordinality as q (token_hash, cookie_hash, key, request_hash, bank_id, account_number, account_name,
        rail_account_name, amount, intent, pin_id, pin_hmac, correlation_id, place)
    -- "offset 0" has PostgreSQL read the tables in this order, each row by its key.
    cross join lateral (
      select s.id, s.member_id, session_is_stale(s, p_at) or is_first_use(s, q.token_hash) as is_to_note
      from session s
      where s.token_hash = q.token_hash and s.member_id = any (v_held)
        and session_verdict(s, q.cookie_hash, p_at, p_idle_seconds, p_life_seconds) = 'ok' offset 0) s
    cross join lateral (
      select c.id, c.account_no, c.ledger_account_id from card c
      where c.member_id = s.member_id and usable_status(c) = 'active' and not c.admin_locked
        and c.account_no is not null offset 0) c
    cross join lateral (
      select q.intent::jsonb || jsonb_build_object('from', c.account_no, 'fee', decimal_text(v_fee),
        'total', decimal_text(q.amount + v_fee)) as intent_json offset 0) i
    cross join lateral (
      select from otp_challenge o
      where o.pin_id = q.pin_id
        and code_approves(o, s.member_id, q.cookie_hash, q.pin_hmac, i.intent_json, p_at) offset 0) o
    cross join lateral (
      select m.guid from member m
      where m.id = s.member_id
        and case when new_payees_wait(m, p_at) then is_known_payee(m.id, q.bank_id, q.account_number) else true end
      offset 0) m
    cross join lateral (
      select case p_kind when 'instapay' then b.instapay_bic else b.pesonet_bic end as bic, b.bank_name
      from bank b
      where b.id = q.bank_id and b.is_active
        and case p_kind when 'instapay' then b.takes_instapay else b.takes_pesonet end offset 0) b
    cross join lateral (
      select l.available_centavos from ledger_account l where l.id = c.ledger_account_id offset 0) l
    cross join lateral (
      select coalesce(sum(t.sent_centavos) filter (where t.period = v_day::text), 0) as today,
        coalesce(sum(t.sent_centavos) filter (where t.period = v_month), 0) as this_month
      from transfer_total t where t.member_id = s.member_id and t.period in (v_day::text, v_month) offset 0) t
    where b.bic is not null and q.amount between 100 and v_most and l.available_centavos >= q.amount + v_fee
      and t.today + q.amount <= v_most_today and t.this_month + q.amount <= v_most_this_month
      and (select k.key from idempotency_key k where k.member_id = s.member_id and k.key = q.key) is null
    order by q.place
  ), keyed as (
    insert into idempotency_key (member_id, key, request_hash, answer, created_at)
      select p.member_id, p.key, p.request_hash, order_answer(p.ref_no, p_at, p_credit_by), p_at from plain p
      returning 1
  ), spent as (
    -- After the keys, and the totals after the codes: admit_from_card() locks them in this order too.
    update otp_challenge o set closed_at = p_at from plain p
      where o.pin_id = p.pin_id and (select count(*) from keyed) > 0
        and code_approves(o, p.member_id, p.cookie_hash, p.pin_hmac, p.intent_json, p_at)
      returning 1
  ), totalled as (
    insert into transfer_total as t (member_id, period, sent_centavos)
      select p.member_id, period.name, p.amount
      from plain p cross join lateral (values (v_day::text), (v_month)) as period (name)
      where (select count(*) from spent) = (select count(*) from plain)
      on conflict on constraint transfer_total_pkey do update
        set sent_centavos = t.sent_centavos + excluded.sent_centavos
  ), ordered as (
    insert into transfer (
        ref_no, kind, member_id, card_id, source_account_number, source_name, destination_account_number,
        amount_centavos, fee_centavos, state, accepted_at, next_inquiry_at, correlation_id)
      select p.ref_no, p_kind, p.member_id, p.card_id, p.account_no, p_source_name, p.account_number,
        p.amount, v_fee, 'accepted', p_at, p_at + interval '30 seconds', p.correlation_id
      from plain p
  ), railed as (
    insert into rail_transfer (
        ref_no, rail, bank_id, bank_bic, bank_name, account_number, account_name, rail_account_name,
        cycle_day, cycle_no, credit_by, refund_due_at)
      select p.ref_no, p_kind, p.bank_id, p.bic, p.bank_name, p.account_number, p.account_name,
        p.rail_account_name, p_cycle_day, p_cycle_no, p_credit_by,
        case p_kind when 'instapay' then p_at + interval '1 hour' end
      from plain p
  ), audited as (
    insert into audit_event (at, actor_kind, actor, action, object, correlation_id, detail)
      select p_at, 'member', p.actor, 'accept_transfer', 'transfer:' || p.ref_no, p.correlation_id, p.intent_json
      from plain p
  ), promised as (
    insert into outbox (kind, payload, created_at)
      select 'send_rail_transfer', jsonb_build_object('refNo', p.ref_no, 'correlationId', p.correlation_id), p_at
      from plain p
  )
  select json_object_agg(p.place, order_answer(p.ref_no, p_at, p_credit_by)), count(*),
      (select count(*) from spent),
      array_agg(p.session_to_note) filter (where p.session_to_note is not null),
      array_agg(p.ref_no), array_agg(p.actor), array_agg(p.ledger_id), array_agg(p.amount)
    into v_answers, v_accepted, v_spent, v_sessions_to_note, v_ref_nos, v_actors, v_ledger_ids, v_amounts
    from plain p;
  if v_accepted = 0 then
    return '{}';
  elsif v_spent <> v_accepted then
    raise exception 'a code was taken meanwhile' using errcode = 'serialization_failure';
  end if;
  if v_sessions_to_note is not null then
    update session s set last_active_at = p_at,
        rotated_at = case when is_first_use(s, s.token_hash) and s.token_hash = any (p_token_hashes)
          then p_at else s.rotated_at end
      where s.id = any (v_sessions_to_note);
  end if;
  perform ledger_post_entries(case p_kind when 'instapay' then 'INSTAPAY_OUT' else 'PESONET_OUT' end, 'hold',
      v_day, p_at, v_ref_nos, v_actors, array_agg(line.entry order by line.n), array_agg(line.account_id order by line.n),
      array_agg(line.side order by line.n), array_agg(line.amount order by line.n))
    from (
      select o.place::integer as entry, half.account_id, half.side, half.amount,
        row_number() over (order by o.place, half.n) as n
      from unnest(v_ledger_ids, v_amounts) with ordinality as o (ledger_id, amount, place)
      cross join lateral (values
        (1, o.ledger_id, 'D', o.amount + v_fee), (2, v_in_process_id, 'C', o.amount), (3, v_fees_id, 'C', v_fee)
      ) as half (n, account_id, side, amount)
      where half.amount > 0
    ) line;
  return v_answers;
end $$;
