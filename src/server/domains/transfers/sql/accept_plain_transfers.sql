/*
 * Accepts those of several orders of one moment that are plain: nothing stands against them, and the
 * member did not order under the key before. Answers what each accepted one is answered, under its place;
 * of the others nothing is done or said, and the caller asks accept_own_transfer() about each.
 *
 * One call is one transaction, of which the commit, the round trip and each statement are shared by all:
 * session, request-key, one-time password, card state, load limit, balance, double entry, audit and the
 * promised work stand or fall together. The member's notice is written with the promised work
 * (own/toOwnCard.ts).
 *
 * Members and cards are held first (hold_orderers), and each order is judged as held.
 * What is looked at without a lock is looked at again as it is taken: a code, a load limit or a key that
 * another took meanwhile (serialization_failure, unique_violation), and a balance (BK001), end the whole
 * call, and the caller asks about each order by itself. The caller sorts orders by token and gives one a
 * member: all that one locks belongs to its member, so two calls do not wait for each other.
 */
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
  k transfer_kind := (select t from transfer_kind t where t.kind = 'own');
  v_feature text := transfer_feature(k);
  v_day date := (p_at at time zone 'Asia/Manila')::date;
  v_month text := to_char(v_day, 'YYYY-MM');
  v_answers json;
  v_accepted integer;
  v_counted integer;
  v_sessions_to_note bigint[];
  v_ref_nos text[];
  v_actors text[];
  v_ledger_ids bigint[];
  v_amounts bigint[];
  v_held bigint[] := hold_orderers(p_token_hashes);
begin
  with plain as materialized (
    select q.*, q.intent::jsonb as intent_json, s.member_id, m.guid::text as actor, c.id as card_id,
      t.load_limit, a.id as source_id, account_name(a.product) as source_name, l.id as ledger_id,
      case when s.is_to_note then s.id end as session_to_note, transfer_ref_no(k, p_at) as ref_no
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
      select o.means from otp_challenge o
      where o.pin_id = q.pin_id
        and code_approves(o, s.member_id, q.cookie_hash, q.pin_hmac, q.intent::jsonb, p_at) offset 0) o
    cross join lateral (
      select m, m.guid, own_left_of(m, k, null, q.destination_account, p_at) as own_left from member m
      where m.id = s.member_id offset 0) m
    cross join lateral (select c, c.id, c.card_type from card c where c.member_id = s.member_id offset 0) c
    cross join lateral (
      select t.monthly_load_limit_centavos as load_limit from card_tier t where t.card_type = c.card_type offset 0) t
    cross join lateral (
      select a.id, a.product, a.ledger_account_id from member_account a
      where a.account_number = q.source_account and a.member_id = s.member_id offset 0) a
    cross join lateral (
      select l.id, l.available_centavos from ledger_account l where l.id = a.ledger_account_id offset 0) l
    where own_transfer_verdict(k, c.c, v_feature, a.id, q.destination_account, q.amount,
        l.available_centavos, t.load_limit - coalesce((
          select cl.loaded_centavos from card_load cl where cl.card_id = c.id and cl.month = v_month), 0), m.own_left,
        transfer_needs(k, m.m, null, q.destination_account, q.amount, p_at), o.means) = 'ok'
      and (select ik.key from idempotency_key ik where ik.member_id = s.member_id and ik.key = q.key) is null
    order by q.place
  ), keyed as (
    insert into idempotency_key (member_id, key, request_hash, answer, created_at)
      select p.member_id, p.key, p.request_hash, order_answer(p.ref_no, p_at, null), p_at from plain p
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
      select p.ref_no, k.kind, p.member_id, p.card_id, p.source_id, p.source_account, p.source_name,
        p.destination_account, p.amount, 'accepted', v_month, p_at, p_at + interval '30 seconds', p.correlation_id
      from plain p
  ), audited as (
    insert into audit_event (at, actor_kind, actor, action, object, correlation_id, detail)
      select p_at, 'member', p.actor, 'accept_transfer', 'transfer:' || p.ref_no, p.correlation_id, p.intent_json
      from plain p
  ), promised as (
    insert into outbox (kind, payload, created_at)
      select k.job, jsonb_build_object('refNo', p.ref_no, 'correlationId', p.correlation_id), p_at from plain p
  )
  select json_object_agg(p.place, order_answer(p.ref_no, p_at, null)), count(*),
      count(*) filter (where counted.loaded_centavos <= p.load_limit),
      array_agg(p.session_to_note) filter (where p.session_to_note is not null),
      array_agg(p.ref_no), array_agg(p.actor), array_agg(p.ledger_id), array_agg(p.amount)
    into v_answers, v_accepted, v_counted, v_sessions_to_note, v_ref_nos, v_actors, v_ledger_ids,
      v_amounts
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
  perform ledger_post_pairs(k.accept_operation, k.accept_step, v_day, p_at, v_ref_nos, v_actors,
      array_agg(line.account_id order by line.place) filter (where line.side = 'D'),
      array_agg(line.account_id order by line.place) filter (where line.side = 'C'),
      array_agg(line.amount_centavos order by line.place) filter (where line.side = 'D'))
    from (
      select o.place, l.account_id, l.side, l.amount_centavos
      from unnest(v_ledger_ids, v_amounts) with ordinality as o (ledger_id, amount, place)
      cross join lateral recipe_lines(k.accept_operation, k.accept_step, jsonb_build_object('A', o.amount),
        jsonb_build_object('source_account', o.ledger_id)) l
    ) line;
  return v_answers;
end $$;
