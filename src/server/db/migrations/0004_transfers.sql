-- Transfers, what the card programme allows, card history, and the two calls that are measured:
-- accepting an own transfer and reading the dashboard, each one round trip.

-- What a card may receive in a Manila calendar month, by its type. Values are configuration.
create table card_tier (
  card_type text primary key check (card_type in ('blue', 'gold', 'platinum')),
  issuer_level text not null,
  monthly_load_limit_centavos bigint not null check (monthly_load_limit_centavos >= 0),
  balance_limit_centavos bigint not null check (balance_limit_centavos >= 0)
);
insert into card_tier (card_type, issuer_level, monthly_load_limit_centavos, balance_limit_centavos) values
  ('blue', 'Lite', 10000000, 10000000),
  ('gold', 'Plus', 50000000, 50000000),
  ('platinum', 'Pro', 100000000, 100000000);

-- Texts and raw figures that the transfer forms show. Values are configuration.
create table transfer_setting (
  name text primary key,
  value text not null
);
insert into transfer_setting (name, value) values
  ('rawTransferToOtherBankInstaPayFee', '10.00'),
  ('rawTransferToOtherBankPesonetFee', '10.00'),
  ('transferToOtherBankPesonetFee', 'PHP 10.00 per transaction'),
  ('transferToOtherBankInstapayFee', 'PHP 10.00 per transaction'),
  ('transferToOtherBankDailyLimit', 'PHP 100,000.00'),
  ('transferToOtherBankMonthlyLimit', 'PHP 500,000.00'),
  ('transferToOtherBanksInstaPayTxnLimit', 'PHP 50,000.00'),
  ('transferToVisaSpiel', 'Transfers to your card are credited within minutes. The amount counts toward what your card may receive this month.'),
  ('transferHolidayReminder', 'Transfers to your own card are processed every day, weekends and holidays included.');

-- Institutions that take transfers over InstaPay or PESONet.
create table bank (
  id bigint primary key,
  code text not null unique,
  bank_name text not null,
  takes_instapay boolean not null,
  takes_pesonet boolean not null,
  instapay_bic text,
  pesonet_bic text,
  popular_rank integer,
  is_active boolean not null default true
);

-- A member's order to move money. The row itself is the record of its acceptance.
create table transfer (
  ref_no text primary key check (ref_no ~ '^[A-Za-z0-9-]{1,20}$'),
  kind text not null check (kind in ('own')),
  -- The card, its member and the account, as they were read and locked by the call that wrote the row.
  -- No foreign keys, whose checks would lock them again: none of the three is ever deleted.
  member_id bigint not null,
  card_id bigint not null,
  source_account_id bigint not null,
  source_account_number text not null,
  source_name text not null,
  destination_account_number text not null,
  amount_centavos bigint not null,
  fee_centavos bigint not null default 0,
  state text not null,
  -- The Manila month whose load limit it counts toward, 'yyyy-MM'.
  load_month text not null,
  accepted_at timestamptz not null,
  sent_at timestamptz,
  credited_at timestamptz,
  returned_at timestamptz,
  -- How often the issuer was asked since it was sent.
  attempts integer not null default 0,
  -- When the issuer is asked next; null once the transfer has ended.
  next_inquiry_at timestamptz,
  issuer_reference text,
  correlation_id text not null,
  check (amount_centavos > 0 and fee_centavos >= 0 and attempts >= 0),
  -- A transfer under way has a time to ask about it; one that ended has the time it ended, and no other.
  constraint transfer_state check (case
    when state in ('accepted', 'sent', 'unknown')
      then next_inquiry_at is not null and credited_at is null and returned_at is null
    when state = 'credited' then next_inquiry_at is null and credited_at is not null and returned_at is null
    when state = 'returned' then next_inquiry_at is null and credited_at is null and returned_at is not null
    else false end)
);
create index transfer_to_ask_about on transfer (next_inquiry_at) where next_inquiry_at is not null;
create sequence transfer_number;

-- Every change of state after acceptance: what it became, and who said so. Append-only.
create table transfer_step (
  id bigint generated always as identity primary key,
  ref_no text not null references transfer (ref_no),
  state text not null check (state in ('sent', 'unknown', 'credited', 'returned')),
  via text not null check (via in ('job', 'inquiry', 'callback')),
  detail text not null default '',
  at timestamptz not null
);
create index transfer_step_by_transfer on transfer_step (ref_no, id);

create trigger transfer_step_is_final before update or delete on transfer_step
  for each row execute function refuse_change();
create trigger transfer_step_stays before truncate on transfer_step
  for each statement execute function refuse_change();

-- What a partner said that does not fit our books, for a person to look at. Never booked by itself.
create table transfer_exception (
  id bigint generated always as identity primary key,
  -- As the partner gave it; it may be a reference that is not ours.
  ref_no text not null,
  kind text not null check (kind in ('credited_after_return', 'refused_after_credit', 'wrong_amount', 'unknown_reference')),
  detail jsonb not null default '{}',
  at timestamptz not null,
  resolved_at timestamptz,
  -- A partner repeats itself; one row says it.
  unique (ref_no, kind)
);

-- The member's card history, as shown. `source_event` names what caused the row, so that an event
-- that is told twice is one row.
create table card_transaction (
  id bigint generated always as identity primary key,
  card_id bigint not null references card (id),
  transaction_date timestamptz not null,
  description text not null,
  sub_description text not null default '',
  -- Negative is money out.
  amount_centavos bigint not null,
  ref_no text not null,
  transfer_ref_no text references transfer (ref_no),
  source_event text not null unique
);
create index card_transaction_newest on card_transaction (card_id, transaction_date desc, id desc);

-- What a card received in a Manila month, transfers under way included.
create table card_load (
  card_id bigint not null references card (id),
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  loaded_centavos bigint not null check (loaded_centavos >= 0),
  primary key (card_id, month)
)
-- Room for new versions of a row on its own page, so that counting touches no index.
with (fillfactor = 50);

-- Each run of the invariant checker; `breaches` is empty when the books are right.
create table invariant_run (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  breaches jsonb not null
);

/*
 * Whether one order is accepted: session, request-key, one-time password, card state, load limit and
 * balance. Takes what it needs for it (the key, the code, the load, the lock on the account) and leaves
 * the booking to accept_own_transfers(), in the same transaction.
 *
 * verdict: 'ok' with `answer`, one of check_session's verdicts, or the code of a refusal. `ref_no` is
 * null for a repeat of an accepted order, which gets the first answer and books nothing. A wrong
 * one-time password is counted and committed. A code that passed is spent even when the order is then
 * refused.
 */
create function admit_own_transfer(
  p_token_hash bytea,
  p_cookie_hash bytea,
  p_at timestamptz,
  p_idle_seconds integer,
  p_life_seconds integer,
  p_month text,
  p_key text,
  p_request_hash bytea,
  p_source_account text,
  p_destination_account text,
  p_amount_centavos bigint,
  p_intent jsonb,
  p_pin_id uuid,
  p_pin_hmac bytea,
  out verdict text,
  out answer jsonb,
  out available_centavos bigint,
  out load_left_centavos bigint,
  out ref_no text,
  out member_id bigint,
  out member_guid uuid,
  out card_id bigint,
  out source_account_id bigint,
  out source_name text,
  out ledger_account_id bigint
)
language plpgsql as $$
declare
  v_ref_no text;
  s record;
  w record;
begin
  -- Assigned, not selected from: the call then needs no query of its own.
  s := check_session(p_token_hash, p_cookie_hash, p_at, true, p_idle_seconds, p_life_seconds);
  verdict := s.verdict;
  if verdict <> 'ok' then
    return;
  end if;
  member_id := s.member_id;
  member_guid := s.member_guid;

  -- The key is taken first: a repeat that arrives meanwhile waits here, then reads this answer.
  v_ref_no := 'OT' || to_char(p_at at time zone 'Asia/Manila', 'YYMMDD') || '-'
    || lpad(nextval('transfer_number')::text, 10, '0');
  answer := jsonb_build_object(
    'refNo', v_ref_no,
    'txnDate', to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'state', 'accepted');
  insert into idempotency_key as k (member_id, key, request_hash, answer, created_at)
    values (s.member_id, p_key, p_request_hash, admit_own_transfer.answer, p_at)
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

  update otp_challenge o set closed_at = p_at
    where o.pin_id = p_pin_id and o.member_id = s.member_id and o.purpose = 'transfer'
      and o.closed_at is null and o.verified_at is not null and o.expires_at > p_at
      and o.wrong_tries < 3 and o.pin_hmac = p_pin_hmac and o.intent = p_intent
      and o.browser_hash = p_cookie_hash;
  if not found then
    verdict := why_code_does_not_count(s.member_id, p_cookie_hash, p_pin_id, p_pin_hmac, p_intent, p_at);
    delete from idempotency_key k where k.member_id = s.member_id and k.key = p_key;
    answer := null;
    return;
  end if;

  w := weigh_own_transfer(s.member_id, p_source_account, p_destination_account, p_amount_centavos, p_month);
  verdict := w.verdict;
  if verdict <> 'ok' then
    delete from idempotency_key k where k.member_id = s.member_id and k.key = p_key;
    answer := null;
    available_centavos := w.available_centavos;
    load_left_centavos := w.load_left_centavos;
    return;
  end if;
  update card_load cl set loaded_centavos = cl.loaded_centavos + p_amount_centavos
    where cl.card_id = w.card_id and cl.month = p_month
      and cl.loaded_centavos + p_amount_centavos <= w.load_limit_centavos;
  if not found then
    -- The first of the month; else another transfer took the rest of the limit between the two looks.
    insert into card_load (card_id, month, loaded_centavos) values (w.card_id, p_month, p_amount_centavos)
      on conflict do nothing;
    if not found then
      raise exception 'the load limit moved meanwhile' using errcode = 'serialization_failure';
    end if;
  end if;
  ref_no := v_ref_no;
  card_id := w.card_id;
  source_account_id := w.source_account_id;
  source_name := w.source_name;
  ledger_account_id := w.ledger_account_id;
end $$;

/*
 * Accepts transfers from members' own accounts to their own cards that were ordered at the same moment,
 * or says of each why not (admit_own_transfer), in the order given. One call is one transaction, of
 * which the commit, the round trip and each statement are shared by all; session, request-key, one-time
 * password, card state, load limit, balance, double entry, audit and the promised work stand or fall
 * together. The member's notice is written with the promised work (creditCard.ts).
 *
 * An order that is refused leaves the others alone. The call raises for races
 * (serialization_failure), for two orders that together take more than an account has (BK001) and for
 * broken books: then nothing was done, and the caller sends each order by itself. The caller sorts
 * orders by token: all that one locks belongs to its member, so two calls do not wait for each other.
 */
create function accept_own_transfers(
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
) returns table (verdict text, answer jsonb, available_centavos bigint, load_left_centavos bigint)
language plpgsql
-- Every statement finds its rows by key: planning it anew for each member would only cost time, and a
-- plan made while a table was empty is kept while it grows.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_day date := (p_at at time zone 'Asia/Manila')::date;
  v_month text := to_char(v_day, 'YYYY-MM');
  v_in_transit_id bigint;
  o record;
  -- Of the accepted ones: their places among the orders, and what is known of them.
  v_places integer[] := '{}';
  v_ref_nos text[] := '{}';
  v_member_ids bigint[] := '{}';
  v_actors text[] := '{}';
  v_card_ids bigint[] := '{}';
  v_source_ids bigint[] := '{}';
  v_source_names text[] := '{}';
  v_ledger_ids bigint[] := '{}';
  v_amounts bigint[] := '{}';
begin
  -- An order whose rows another transaction holds must not keep the others waiting.
  perform set_config('lock_timeout', '250ms', true);
  for n in 1..cardinality(p_keys) loop
    o := admit_own_transfer(
      p_token_hashes[n], p_cookie_hashes[n], p_at, p_idle_seconds, p_life_seconds, v_month, p_keys[n],
      p_request_hashes[n], p_source_accounts[n], p_destination_accounts[n], p_amounts_centavos[n],
      p_intents[n]::jsonb, p_pin_ids[n], p_pin_hmacs[n]);
    verdict := o.verdict;
    answer := o.answer;
    available_centavos := o.available_centavos;
    load_left_centavos := o.load_left_centavos;
    return next;
    continue when o.ref_no is null;
    v_places := v_places || n;
    v_ref_nos := v_ref_nos || o.ref_no;
    v_member_ids := v_member_ids || o.member_id;
    v_actors := v_actors || o.member_guid::text;
    v_card_ids := v_card_ids || o.card_id;
    v_source_ids := v_source_ids || o.source_account_id;
    v_source_names := v_source_names || o.source_name;
    v_ledger_ids := v_ledger_ids || o.ledger_account_id;
    v_amounts := v_amounts || p_amounts_centavos[n];
  end loop;
  if cardinality(v_places) = 0 then
    return;
  end if;

  -- Not ledger_account_id(): PostgreSQL plans the body of such a function at every call.
  select l.id into strict v_in_transit_id
    from ledger_account l where l.book = 'ASSOC' and l.code = '2310' and l.subledger = '';
  perform ledger_post_pairs('OWN_TOPUP', 'accept', v_day, p_at, v_ref_nos, v_actors,
    v_ledger_ids, array_fill(v_in_transit_id, array[cardinality(v_places)]), v_amounts);
  insert into transfer (
      ref_no, kind, member_id, card_id, source_account_id, source_account_number, source_name,
      destination_account_number, amount_centavos, state, load_month, accepted_at, next_inquiry_at, correlation_id)
    select t.ref_no, 'own', t.member_id, t.card_id, t.source_id, p_source_accounts[t.place], t.source_name,
      p_destination_accounts[t.place], t.amount, 'accepted', v_month, p_at, p_at + interval '30 seconds',
      p_correlation_ids[t.place]
    from unnest(v_places, v_ref_nos, v_member_ids, v_card_ids, v_source_ids, v_source_names, v_amounts)
      as t (place, ref_no, member_id, card_id, source_id, source_name, amount);
  insert into audit_event (at, actor_kind, actor, action, object, correlation_id, detail)
    select p_at, 'member', t.actor, 'accept_transfer', 'transfer:' || t.ref_no,
      p_correlation_ids[t.place], p_intents[t.place]::jsonb
    from unnest(v_places, v_ref_nos, v_actors) as t (place, ref_no, actor);
  insert into outbox (kind, payload, created_at)
    select 'credit_card',
      jsonb_build_object('refNo', t.ref_no, 'correlationId', p_correlation_ids[t.place]), p_at
    from unnest(v_places, v_ref_nos) as t (place, ref_no);
end $$;

/*
 * Whether this transfer may be made now, one-time password aside: the one place of the rule, for the
 * order and for the question before it. The personalized card's state counts when there is no generic
 * one. A member's own lock stops purchases, not the member's own transfers. Locks the source account, so that `available_centavos` holds
 * until the caller's transaction ends. A month without a row is a month without loads.
 */
create function weigh_own_transfer(
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
declare
  v_card_account text;
  v_card_status text;
  v_admin_locked boolean;
  v_feature text;
begin
  select a.id, public.account_name(a.product), l.id, l.available_centavos
    into source_account_id, source_name, ledger_account_id, available_centavos
    from public.member_account a join public.ledger_account l on l.id = a.ledger_account_id
    where a.account_number = p_source_account and a.member_id = p_member_id
    for no key update of l;
  select c.id, c.account_no, case when c.status = 'not_applied' then c.perso_status else c.status end,
         c.admin_locked, f.state, t.monthly_load_limit_centavos,
         greatest(t.monthly_load_limit_centavos - coalesce(cl.loaded_centavos, 0), 0)
    into card_id, v_card_account, v_card_status, v_admin_locked, v_feature, load_limit_centavos, load_left_centavos
    from public.card c join public.card_tier t on t.card_type = c.card_type
    left join public.card_load cl on cl.card_id = c.id and cl.month = p_month
    left join public.feature f on f.name = 'transferFunds'
    where c.member_id = p_member_id;
  verdict := case
    when card_id is null then 'no_eon_account'
    when v_feature is distinct from 'on' then 'unavailable'
    when v_card_status = 'deactivated' then 'card_deactivated'
    when v_card_status = 'suspended' then 'card_suspended'
    when v_admin_locked then 'card_admin_locked'
    when v_card_status <> 'active' or v_card_account is null then 'no_eon_account'
    when v_card_account <> p_destination_account then 'destination_not_own_card'
    when source_account_id is null then 'source_account_unknown'
    when p_amount_centavos < 100 then 'amount_too_low'
    when available_centavos < p_amount_centavos then 'insufficient_funds'
    when load_left_centavos < p_amount_centavos then 'load_limit_exceeded'
    else 'ok' end;
end $$;

/* What an account is called on the screens and receipts. */
create function account_name(p_product text) returns text language sql immutable as $$
  select case p_product
    when 'me' then 'Capital Contribution'
    when 'savings' then 'Savings Deposit'
    else 'Cash Advance Storage Account' end
$$;

/*
 * Why a code could not be spent; a wrong one is counted. A code that belongs to nobody, to someone
 * else or to another browser, or that has expired, looks like a wrong one. A code meant for another
 * order is void from here on.
 */
create function why_code_does_not_count(
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
    return 'otp_not_for_this_transfer';
  end if;
  -- It became good between the two looks: the caller starts over.
  raise exception 'the code changed meanwhile' using errcode = 'serialization_failure';
end $$;

/*
 * The dashboard of the member who asks, in one reading. Amounts travel as text, so that no centavo
 * passes through a floating-point number. verdict: check_session's, or 'not_found' for another guid.
 */
create function read_dashboard(
  p_token_hash bytea,
  p_cookie_hash bytea,
  p_guid uuid,
  p_at timestamptz,
  p_idle_seconds integer,
  p_life_seconds integer,
  out verdict text,
  out dashboard json
)
language plpgsql stable as $$
declare
  v_member_id bigint;
  s record;
begin
  s := check_session(p_token_hash, p_cookie_hash, p_at, false, p_idle_seconds, p_life_seconds);
  verdict := s.verdict;
  if verdict <> 'ok' then
    return;
  end if;
  v_member_id := s.member_id;
  if s.member_guid <> p_guid then
    verdict := 'not_found';
    return;
  end if;
  select json_build_object(
    'accounts', coalesce((
      select json_agg(json_build_array(a.product, a.account_number, l.balance_centavos::text,
          l.available_centavos::text, coalesce(fixed.balance_centavos, 0)::text)
        order by a.product = 'storage', a.product = 'savings')
      from member_account a
      join ledger_account l on l.id = a.ledger_account_id
      left join ledger_account fixed on fixed.id = a.fixed_ledger_account_id
      where a.member_id = v_member_id), '[]'),
    'loans', coalesce((
      select json_agg(json_build_array(n.loan_no, n.loan_type, n.name, n.principal_outstanding_centavos::text,
          n.overdue_centavos::text, n.monthly_amortization_centavos::text) order by n.released_at, n.id)
      from loan n where n.member_id = v_member_id and n.principal_outstanding_centavos > 0), '[]'),
    'card', (
      select json_build_object('accountNo', c.account_no, 'lastFour', c.last_four, 'status', c.status,
        'persoStatus', c.perso_status, 'cardType', c.card_type, 'memberLocked', c.member_locked,
        'adminLocked', c.admin_locked, 'balance', l.balance_centavos::text)
      from card c left join ledger_account l on l.id = c.ledger_account_id
      where c.member_id = v_member_id),
    'name', (
      select concat_ws(' ', m.first_name, m.last_name, nullif(m.qualifier, ''))
      from member m where m.id = v_member_id),
    'unread', (
      select count(*) from notification n where n.member_id = v_member_id and n.read_at is null)
  ) into dashboard;
end $$;

/* The dashboards of members who ask at the same moment, in the order of their questions. */
create function read_dashboards(
  p_token_hashes bytea[],
  p_cookie_hashes bytea[],
  p_guids uuid[],
  p_at timestamptz,
  p_idle_seconds integer,
  p_life_seconds integer
) returns table (verdict text, dashboard json)
language plpgsql stable
set plan_cache_mode = force_generic_plan
-- A plan made while a table was empty is kept while it grows.
set enable_seqscan = off
as $$
declare
  one record;
begin
  for n in 1..cardinality(p_guids) loop
    one := read_dashboard(
      p_token_hashes[n], p_cookie_hashes[n], p_guids[n], p_at, p_idle_seconds, p_life_seconds);
    verdict := one.verdict;
    dashboard := one.dashboard;
    return next;
  end loop;
end $$;
