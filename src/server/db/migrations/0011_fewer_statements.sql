-- What an ordinary order and an ordinary reading need, in as few statements as can be: a statement costs
-- more than the rows it finds. Each rule keeps one place, a function that PostgreSQL writes into the
-- queries that use it.

comment on column session.rotated_at is
  'When the token of the last refresh was first used; null while it was not. The one before works until a minute later.';

/*
 * The session of a token. One that was replaced works until a minute after its successor was first used:
 * for calls under way, and for a browser that never got the answer of its refresh.
 */
create function find_session(p_token_hash bytea, p_at timestamptz) returns setof session
language sql stable
begin atomic
  select * from session where id = coalesce(
    (select s.id from session s where s.token_hash = p_token_hash),
    (select s.id from session s
      where s.previous_token_hash = p_token_hash
        and (s.rotated_at is null or s.rotated_at > p_at - interval '60 seconds')));
end;

/* Whether a session's token of now comes after another and was not used so far. */
create function is_first_use(s session, p_token_hash bytea) returns boolean language sql stable
return s.token_hash = p_token_hash and s.previous_token_hash is not null and s.rotated_at is null;

/* Whether a session lives for whoever holds this cookie. */
create function session_verdict(
  s session, p_cookie_hash bytea, p_at timestamptz, p_idle_seconds integer, p_life_seconds integer
) returns text language sql stable
return case
  when s.cookie_hash is distinct from p_cookie_hash then 'invalid_token'
  when s.ended_reason = 'other_device' then 'other_device'
  when s.ended_at is not null then 'session_expired'
  when s.started_at + make_interval(secs => p_life_seconds) <= p_at then 'token_expired'
  when s.last_active_at + make_interval(secs => p_idle_seconds) <= p_at then 'session_expired'
  else 'ok' end;

/* Whether activity is to be written: at most every 10 seconds. */
create function session_is_stale(s session, p_at timestamptz) returns boolean language sql stable
return s.last_active_at < p_at - interval '10 seconds';

/*
 * Who is calling. Both hashes must belong to one live session. A call that is not a GET counts as
 * activity (touch).
 * verdict: ok | invalid_token | other_device | session_expired | token_expired
 */
create or replace function check_session(
  p_token_hash bytea,
  p_cookie_hash bytea,
  p_at timestamptz,
  p_touch boolean,
  p_idle_seconds integer,
  p_life_seconds integer,
  out verdict text,
  out session_id bigint,
  out member_id bigint,
  out member_guid uuid
) language plpgsql as $$
declare
  v_is_stale boolean;
  v_is_first_use boolean;
begin
  select session_verdict(s, p_cookie_hash, p_at, p_idle_seconds, p_life_seconds), session_is_stale(s, p_at),
      is_first_use(s, p_token_hash), s.id, s.member_id, m.guid
    into verdict, v_is_stale, v_is_first_use, session_id, member_id, member_guid
    from find_session(p_token_hash, p_at) s join member m on m.id = s.member_id;
  verdict := coalesce(verdict, 'invalid_token');
  if verdict = 'invalid_token' then
    session_id := null;
    member_id := null;
  end if;
  if verdict <> 'ok' then
    member_guid := null;
    return;
  end if;
  if p_touch and v_is_stale then
    update session s set last_active_at = p_at where s.id = session_id;
  end if;
  if v_is_first_use then
    update session s set rotated_at = p_at where s.id = session_id and is_first_use(s, p_token_hash);
  end if;
end $$;

/*
 * Whether a code approves this order of this member in this browser, and was not spent. Not "=" for the
 * member, which would have PostgreSQL read all codes of the member instead of the one that is asked about.
 */
create function code_approves(
  o otp_challenge, p_member_id bigint, p_cookie_hash bytea, p_pin_hmac bytea, p_intent jsonb, p_at timestamptz
) returns boolean language sql immutable
return o.member_id is not distinct from p_member_id and o.purpose = 'transfer' and o.browser_hash = p_cookie_hash
  and o.closed_at is null and o.verified_at is not null and o.expires_at > p_at and o.wrong_tries < 3
  and o.pin_hmac = p_pin_hmac and o.intent = p_intent;

/* The personalized card's state counts when there is no generic one. */
create function usable_status(c card) returns text language sql immutable
return case when c.status = 'not_applied' then c.perso_status else c.status end;

/*
 * Whether a transfer to this card of the member may be made, one-time password aside. A member's own
 * lock stops purchases, not the member's own transfers.
 */
create function own_transfer_verdict(
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
 * before it. Locks the source account, so that `available_centavos` holds until the caller's transaction
 * ends. A month without a row is a month without loads.
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

/* A new reference number of the Manila day. */
create function own_transfer_ref_no(p_day date) returns text language sql volatile
return 'OT' || to_char(p_day, 'YYMMDD') || '-' || lpad(nextval('transfer_number')::text, 10, '0');

/* What an accepted order is answered, and its repeats. */
create function own_transfer_answer(p_ref_no text, p_at timestamptz) returns jsonb language sql stable
return jsonb_build_object(
  'refNo', p_ref_no,
  'txnDate', to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'state', 'accepted');

-- accept_own_transfers() and admit_own_transfer() stay for processes of the former release, which run on
-- while this is applied; nothing else calls them.

/*
 * Accepts a transfer from a member's own account to the own card, or says why not, whatever there is to
 * say: session, request-key, one-time password, card state, load limit, balance, double entry, audit and
 * the promised work, in one transaction.
 *
 * verdict: 'ok' with `answer`, one of check_session's verdicts, or the code of a refusal. A repeat of an
 * accepted order gets the first answer and books nothing. A wrong one-time password is counted and
 * committed. A code that passed is spent even when the order is then refused. Raises for races
 * (serialization_failure) and for broken books: then nothing was done.
 */
create function accept_own_transfer(
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

/*
 * Accepts those of several orders of one moment that are plain: nothing stands against them, and the
 * member did not order under the key before. Answers what each accepted one is answered, under its place;
 * of the others nothing is done or said, and the caller asks accept_own_transfer() about each.
 *
 * One call is one transaction, of which the commit, the round trip and each statement are shared by all:
 * session, request-key, one-time password, card state, load limit, balance, double entry, audit and the
 * promised work stand or fall together. The member's notice is written with the promised work
 * (creditCard.ts).
 *
 * What is looked at without a lock is looked at again as it is taken: a code, a load limit or a key that
 * another took meanwhile (serialization_failure, unique_violation), and a balance (BK001), end the whole
 * call, and the caller asks about each order by itself. The caller sorts orders by token and gives one a
 * member: all that one locks belongs to its member, so two calls do not wait for each other.
 */
create function accept_plain_transfers(
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
      where s.token_hash = q.token_hash
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

-- As before (0001_ledger.sql), but by one statement: books several entries of one step, each of two lines.
-- Several may move one account; they count in the order given.
-- BK001 not enough available, BK002 does not balance (one unknown account too), BK003 unknown accounts,
-- BK004 already booked.
create or replace function ledger_post_pairs(
  p_operation text,
  p_step text,
  p_business_date date,
  p_booked_at timestamptz,
  p_references text[],
  p_actors text[],
  p_debit_ids bigint[],
  p_credit_ids bigint[],
  p_amounts bigint[]
) returns void language plpgsql security definer as $$
declare
  v_entries integer;
  v_lines integer;
  v_unmoved integer;
begin
  -- In the order of their ids, so that two calls never wait for each other. The statement below takes
  -- the accounts of one pair in that order by itself.
  if cardinality(p_references) > 1 then
    perform from public.ledger_account a
      where a.id = any (p_debit_ids || p_credit_ids) and a.kind = 'member' order by a.id for no key update;
  end if;

  with entry as (
    insert into public.journal_entry (operation, step, reference, business_date, booked_at, actor)
      select p_operation, p_step, pair.reference, p_business_date, p_booked_at, pair.actor
      from unnest(p_references, p_actors) as pair (reference, actor)
      on conflict (reference, operation, step) do nothing
      returning id, reference
  ), line as (
    select pair.n, e.id as entry_id, half.account_id, half.side, pair.amount, l.kind,
      case when l.normal_side = half.side then pair.amount else -pair.amount end as move
    from unnest(p_references, p_debit_ids, p_credit_ids, p_amounts) with ordinality
      as pair (reference, debit_id, credit_id, amount, n)
    join entry e on e.reference = pair.reference
    cross join lateral (values ('D', pair.debit_id), ('C', pair.credit_id)) as half (side, account_id)
    join public.ledger_account l on l.id = half.account_id
  ), moved as (
    update public.ledger_account a set balance_centavos = a.balance_centavos + t.move
      from (
        select line.account_id, sum(line.move)::bigint as move from line
        where line.kind = 'member' group by line.account_id order by line.account_id
      ) t
      where a.id = t.account_id and (t.move >= 0 or a.balance_centavos - a.hold_centavos >= -t.move)
      returning a.id, a.balance_centavos
  ), posted as (
    -- The balance after a line is the balance after all of them, without what came later.
    insert into public.posting (journal_entry_id, ledger_account_id, side, amount_centavos, balance_after_centavos)
      select line.entry_id, line.account_id, line.side, line.amount,
        m.balance_centavos - coalesce(sum(line.move) over (
          partition by line.account_id order by line.n desc, line.side desc
          rows between unbounded preceding and 1 preceding), 0)
      from line left join moved m on m.id = line.account_id
      -- Debit before credit, as its letter comes after.
      order by line.n, line.side desc
  )
  select (select count(*) from entry), count(*),
      count(*) filter (where line.kind = 'member' and m.id is null)
    into v_entries, v_lines, v_unmoved
    from line left join moved m on m.id = line.account_id;
  if v_entries <> cardinality(p_references) then
    raise exception 'an entry of % % is already booked', p_operation, p_step using errcode = 'BK004';
  elsif v_unmoved > 0 then
    raise exception 'not enough available on an account' using errcode = 'BK001';
  elsif v_lines <> 2 * cardinality(p_references) then
    raise exception 'there is no such account' using errcode = 'BK003';
  end if;
end $$;
