-- What is asked of the card issuer, written down before it is asked: an order whose answer was lost is
-- asked again under the same reference until the issuer has said yes or no.
create sequence card_order_number;
create table card_order (
  id bigint generated always as identity primary key,
  -- Ours. The issuer takes the same reference for the same order.
  reference text not null unique check (reference ~ '^CO[0-9]{6}-[0-9]{10}$'),
  card_id bigint not null references card (id),
  -- What the issuer called the plastic when the order was made: under another name it would be another order.
  token text check (char_length(token) between 1 and 64),
  kind text not null check (kind in (
    'lock', 'unlock', 'admin_lock', 'admin_unlock', 'change_pin', 'generate_cvv', 'reveal_cvv', 'set_limit',
    'suspend', 'unsuspend', 'deactivate', 'reactivate')),
  -- Orders of one lane are asked one after the other: an unlock must not overtake the lock that follows it.
  lane text not null generated always as (case
    when kind in ('lock', 'unlock') then 'member_lock'
    when kind in ('admin_lock', 'admin_unlock') then 'admin_lock'
    when kind in ('suspend', 'unsuspend', 'deactivate', 'reactivate') then 'use'
    else kind end) stored,
  -- Stands behind the open order of its lane, and was not asked yet.
  is_waiting boolean not null default false,
  state text not null default 'open' check (state in ('open', 'done', 'refused')),
  -- What the order is about, as texts. Never a PIN, sealed or not, a CVV or a number of a card.
  detail jsonb not null default '{}',
  actor_kind text not null check (actor_kind in ('member', 'staff', 'issuer', 'job')),
  actor text not null check (char_length(actor) between 1 and 100),
  correlation_id text not null,
  created_at timestamptz not null,
  -- When it was asked first.
  asked_at timestamptz,
  attempts integer not null default 0,
  next_ask_at timestamptz,
  ended_at timestamptz,
  -- What the issuer said: a code of its own, or of ours.
  answer text not null default '' check (char_length(answer) <= 300),
  check ((state = 'open') = (ended_at is null)),
  check ((state = 'open' and not is_waiting) = (next_ask_at is not null)),
  check (not is_waiting or (state = 'open' and asked_at is null))
);
create unique index card_order_one_open on card_order (card_id, lane) where state = 'open' and not is_waiting;
create unique index card_order_one_waiting on card_order (card_id, lane) where is_waiting;
create index card_order_to_ask on card_order (next_ask_at) where next_ask_at is not null;
create index card_order_by_card on card_order (card_id, id desc);

/* What was asked for stays as it was asked; an order that has ended has ended. */
create function card_order_keeps() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or row(old.reference, old.card_id, old.token, old.kind, old.detail, old.actor_kind, old.actor, old.created_at)
    is distinct from row(new.reference, new.card_id, new.token, new.kind, new.detail, new.actor_kind, new.actor, new.created_at) then
    raise exception 'order % to the card issuer is final', old.reference;
  end if;
  return new;
end $$;
create trigger card_order_keeps before update on card_order
  for each row execute function card_order_keeps();
create trigger card_order_stays before delete on card_order
  for each row execute function refuse_change();
create trigger card_order_is_not_emptied before truncate on card_order
  for each statement execute function refuse_change();

alter table card
  -- A new CVV that nobody has looked at.
  add column cvv_unseen boolean,
  -- A raise that was asked for, and when it starts.
  add column raised_limit_centavos bigint check (raised_limit_centavos >= 0),
  add column raised_limit_from timestamptz,
  add constraint card_raise_has_its_time check ((raised_limit_centavos is null) = (raised_limit_from is null));
-- Apart: see 0030.
update card set cvv_unseen = false;
alter table card alter column cvv_unseen set default false, alter column cvv_unseen set not null;
create index card_by_raised_limit on card (raised_limit_from) where raised_limit_from is not null;

-- A code may approve a raise of the limit, and a look at a new CVV.
alter table otp_challenge
  drop constraint otp_challenge_purpose_check,
  add constraint otp_challenge_purpose_check check (purpose in (
    'signup', 'login', 'recover_username', 'recover_password', 'transfer', 'raise_limit', 'reveal_cvv'));

/*
 * As in 0025, but for codes of a session: what they approve spends them later, in the same transaction as
 * the deed.
 */
create or replace function try_code(
  p_pin_id uuid,
  p_guid uuid,
  p_purposes text[],
  p_browser_hash bytea,
  p_pin_hmac bytea,
  p_first_time_hmac bytea,
  p_stage_seconds integer,
  p_source text,
  p_at timestamptz,
  out verdict text,
  out member_id bigint,
  out purpose text,
  out is_known boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  c otp_challenge%rowtype;
  v_is_strangers boolean;
  v_first_key text;
  v_own_key text;
  v_first_time_id bigint;
begin
  verdict := 'incorrect';
  is_known := false;
  perform pg_advisory_xact_lock(hashtextextended(p_guid::text, 0));
  select o.* into c from otp_challenge o
    left join member m on m.id = o.member_id
    where o.pin_id = p_pin_id and coalesce(o.told_guid, m.guid) = p_guid
      and o.purpose = any (p_purposes) and o.browser_hash = p_browser_hash
    for update of o;
  if not found then
    return;
  end if;
  is_known := c.member_id is not null;
  purpose := c.purpose;
  if c.closed_at is not null then
    return;
  end if;
  if c.expires_at <= p_at
    and (c.purpose <> 'signup' or c.sent_at + make_interval(secs => p_stage_seconds) <= p_at) then
    return;
  end if;
  v_is_strangers := c.told_guid is not null;
  v_first_key := 'first:' || c.told_guid;
  v_own_key := v_first_key || ' ' || p_source;
  if c.wrong_tries >= 3 or (not v_is_strangers and not may_try_code(c.member_id::text, p_at)) then
    verdict := 'used_up';
    return;
  end if;

  if c.purpose = 'signup' and c.member_id is not null
    and wrong_codes(v_own_key, p_at) < 9 and wrong_codes(v_first_key, p_at) < 90 then
    select f.id into v_first_time_id from first_time_code f
      where f.told_guid = c.told_guid and f.closed_at is null and f.expires_at > p_at
        and f.code_hmac = p_first_time_hmac
      for update;
  end if;
  if v_first_time_id is not null or (c.pin_hmac = p_pin_hmac and c.expires_at > p_at) then
    verdict := 'ok';
    member_id := c.member_id;
    update first_time_code f set used_at = p_at, closed_at = p_at where f.id = v_first_time_id;
    -- The deed spends the code of a session; everything else is finished by it.
    update otp_challenge o
      set verified_at = p_at, closed_at = case when c.purpose not in ('transfer', 'raise_limit', 'reveal_cvv') then p_at end
      where o.pin_id = p_pin_id;
  else
    update otp_challenge o set wrong_tries = o.wrong_tries + 1 where o.pin_id = p_pin_id;
    if not v_is_strangers then
      perform count_within('otp_wrong', c.member_id::text, 1000, interval '1 day', p_at);
    elsif c.purpose = 'signup' then
      perform count_within('otp_wrong', v_own_key, 1000, interval '1 day', p_at);
      perform count_within('otp_wrong', v_first_key, 1000, interval '1 day', p_at);
    end if;
  end if;
end $$;
