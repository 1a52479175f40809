/*
 * Accepts those of several orders to other banks, all over one rail and of one moment, that are plain:
 * nothing stands against them, and the member did not order under the key before. Answers what each
 * accepted one is answered, under its place; of the others nothing is done or said, and the caller asks
 * accept_bank_transfer() about each, whose rules these are.
 *
 * Members and cards are held first, and what is left locked in the order of the ids: the cards' accounts, and those that
 * orders name instead (`p_source_accounts`; null: the card; `p_shops`: what a shop's code says); the statement after
 * it looks at them: what it judges holds until the commit (check_from_card). A code or a key
 * that another takes meanwhile (serialization_failure, unique_violation) ends the whole call, and the
 * caller asks about each order by itself. The caller gives one order a member.
 */
create or replace function accept_plain_bank_transfers(
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
  p_is_open boolean default true,
  p_source_accounts text[] default null,
  p_shops text[] default null
) returns json
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
-- An order whose rows another transaction holds must not keep the others waiting.
set lock_timeout = '250ms'
as $$
declare
  k transfer_kind := (select t from transfer_kind t where t.kind = p_kind);
  v_day date := (p_at at time zone 'Asia/Manila')::date;
  v_month text := to_char(v_day, 'YYYY-MM');
  v_feature text := transfer_feature(k);
  v_fee bigint := transfer_fee_of(k, false);
  v_fee_of_shop bigint := transfer_fee_of(k, true);
  v_most bigint := transfer_limit_of(k.most_limit);
  v_daily bigint := transfer_limit_of('other_bank_daily');
  v_monthly bigint := transfer_limit_of('other_bank_monthly');
  v_answers json;
  v_accepted integer;
  v_spent integer;
  v_sessions_to_note bigint[];
  v_ref_nos text[];
  v_actors text[];
  v_ledger_ids bigint[];
  v_of_account boolean[];
  v_entry text[];
  v_amounts bigint[];
  v_fees bigint[];
  v_held bigint[];
begin
  v_held := hold_orderers(p_token_hashes);
  perform ledger_lock_accounts(array(
    select c.ledger_account_id from card c where c.member_id = any (v_held)
    union all
    select a.ledger_account_id from member_account a
      where a.account_number = any (p_source_accounts) and a.member_id = any (v_held)));

  with plain as materialized (
    select q.*, f.fee, f.shop_json, i.intent_json, s.member_id, m.guid::text as actor, c.card_id, c.account_id, c.account_no,
      coalesce(c.name, p_source_name) as source_name, c.ledger_id, bank_bic(b.b, k.rail) as bic, b.bank_name,
      case when s.is_to_note then s.id end as session_to_note, transfer_ref_no(k, p_at) as ref_no
    from unnest(p_token_hashes, p_cookie_hashes, p_keys, p_request_hashes, p_bank_ids, p_account_numbers,
        p_account_names, p_rail_account_names, p_amounts_centavos, p_intents, p_pin_ids, p_pin_hmacs,
        p_correlation_ids, p_source_accounts, p_shops)
      with ordinality as q (token_hash, cookie_hash, key, request_hash, bank_id, account_number, account_name,
        rail_account_name, amount, intent, pin_id, pin_hmac, correlation_id, source_account, shop, place)
    -- "offset 0" has PostgreSQL read the tables in this order, each row by its key.
    cross join lateral (
      select s.id, s.member_id, session_is_stale(s, p_at) or is_first_use(s, q.token_hash) as is_to_note
      from session s
      where s.token_hash = q.token_hash and s.member_id = any (v_held)
        and session_verdict(s, q.cookie_hash, p_at, p_idle_seconds, p_life_seconds) = 'ok' offset 0) s
    cross join lateral (
      select c.* from order_source(k, s.member_id, q.source_account) c offset 0) c
    cross join lateral (
      select q.shop::jsonb as shop_json, case when q.shop is null then v_fee else v_fee_of_shop end as fee offset 0) f
    cross join lateral (
      select full_intent(q.intent::jsonb, c.account_no, q.amount, f.fee) as intent_json offset 0) i
    cross join lateral (
      select o.means from otp_challenge o
      where o.pin_id = q.pin_id
        and code_approves(o, s.member_id, q.cookie_hash, q.pin_hmac, i.intent_json, p_at) offset 0) o
    cross join lateral (
      select m.guid, payee_waits(m, q.bank_id, q.account_number, p_at) as payee_waits,
        transfer_needs(k, m, q.bank_id, q.account_number, q.amount, p_at) as needs,
        own_left_of(m, k, q.bank_id, q.account_number, p_at) as own_left
      from member m where m.id = s.member_id offset 0) m
    cross join lateral (
      select b, b.bank_name from bank b where b.id = q.bank_id offset 0) b
    cross join lateral (
      select l.available_centavos from ledger_account l where l.id = c.ledger_id offset 0) l
    cross join lateral (
      select b.today, b.this_month from other_bank_left(s.member_id, v_day::text, v_month, v_daily, v_monthly) b offset 0) t
    where from_card_verdict(k, c.c, q.source_account is not null, v_feature, p_is_open, bank_bic(b.b, k.rail), f.shop_json,
        false, q.account_number, null, q.amount, f.fee, v_most, l.available_centavos, t.today, t.this_month, null,
        m.payee_waits, m.own_left, m.needs, o.means) = 'ok'
      -- Whether it is paid is asked again once the totals are held: of one order at a time.
      and coalesce(f.shop_json ->> 'once', '') = ''
      and (select ik.key from idempotency_key ik where ik.member_id = s.member_id and ik.key = q.key) is null
    order by q.place
  ), keyed as (
    insert into idempotency_key (member_id, key, request_hash, answer, created_at)
      select p.member_id, p.key, p.request_hash, order_answer(p.ref_no, p_at, p_credit_by), p_at from plain p
      returning 1
  ), spent as (
    -- After the keys, and the totals after the codes: authorize_from_card() locks them in this order too.
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
        ref_no, kind, member_id, card_id, source_account_id, source_account_number, source_name,
        destination_account_number, amount_centavos, fee_centavos, state, accepted_at, next_inquiry_at, correlation_id,
        payee_check_id, shop)
      select p.ref_no, k.kind, p.member_id, p.card_id, p.account_id, p.account_no, p.source_name, p.account_number,
        p.amount, p.fee, 'accepted', p_at, p_at + interval '30 seconds', p.correlation_id,
        payee_check_of(p.member_id, p.bank_id, p.account_number, p.account_name, p_at),
        p.shop_json
      from plain p
  ), railed as (
    insert into rail_transfer (
        ref_no, rail, bank_id, bank_bic, bank_name, account_number, account_name, rail_account_name,
        issuer_leg, cycle_day, cycle_no, credit_by, refund_due_at)
      select p.ref_no, k.rail, p.bank_id, p.bic, p.bank_name, p.account_number, p.account_name,
        p.rail_account_name, case when p.card_id is null then 'none' else 'asked' end, p_cycle_day, p_cycle_no, p_credit_by,
        case when not k.is_batched then p_at + interval '1 hour' end
      from plain p
  ), audited as (
    insert into audit_event (at, actor_kind, actor, action, object, correlation_id, detail)
      select p_at, 'member', p.actor, 'accept_transfer', 'transfer:' || p.ref_no, p.correlation_id, p.intent_json
      from plain p
  ), promised as (
    insert into outbox (kind, payload, created_at)
      select k.job, jsonb_build_object('refNo', p.ref_no, 'correlationId', p.correlation_id), p_at
      from plain p
  )
  select json_object_agg(p.place, order_answer(p.ref_no, p_at, p_credit_by)), count(*),
      (select count(*) from spent),
      array_agg(p.session_to_note) filter (where p.session_to_note is not null),
      array_agg(p.ref_no), array_agg(p.actor), array_agg(p.ledger_id), array_agg(p.amount),
      array_agg(p.fee), array_agg(p.account_id is not null)
    into v_answers, v_accepted, v_spent, v_sessions_to_note, v_ref_nos, v_actors, v_ledger_ids, v_amounts,
      v_fees, v_of_account
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
  -- What leaves cards is booked by one step, what leaves accounts by another.
  for v_entry, v_ref_nos, v_actors, v_ledger_ids, v_amounts, v_fees in
    select accepting_entry(k, o.of_account), array_agg(o.ref_no order by o.place), array_agg(o.actor order by o.place),
        array_agg(o.ledger_id order by o.place), array_agg(o.amount order by o.place),
        array_agg(o.fee order by o.place)
      from unnest(v_ref_nos, v_actors, v_ledger_ids, v_amounts, v_fees, v_of_account)
        with ordinality as o (ref_no, actor, ledger_id, amount, fee, of_account, place)
      group by o.of_account order by o.of_account
  loop
    perform ledger_post_entries(v_entry[1], v_entry[2], v_day, p_at, v_ref_nos, v_actors,
        array_agg(line.entry order by line.entry, line.line_no),
        array_agg(line.account_id order by line.entry, line.line_no),
        array_agg(line.side order by line.entry, line.line_no),
        array_agg(line.amount_centavos order by line.entry, line.line_no))
      from (
        select o.place::integer as entry, l.line_no, l.account_id, l.side, l.amount_centavos
        from unnest(v_ledger_ids, v_amounts, v_fees) with ordinality as o (ledger_id, amount, fee, place)
        cross join lateral recipe_lines(v_entry[1], v_entry[2],
          jsonb_build_object('A', o.amount, 'F', o.fee),
          jsonb_build_object('card_account', o.ledger_id, 'source_account', o.ledger_id)) l
      ) line;
  end loop;
  return v_answers;
end $$;
