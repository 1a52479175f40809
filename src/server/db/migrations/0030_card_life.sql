-- The life of a card: the one table of what may happen to it, what did happen, and how a member comes by
-- one. The table is data/card-state-machine.json; a test compares the two.
create table card_transition (
  field text not null check (field in ('status', 'perso_status', 'member_locked', 'admin_locked')),
  from_status text not null,
  to_status text not null,
  event text not null check (event ~ '^[a-z_]{3,40}$'),
  actor_kinds text[] not null check (actor_kinds <@ '{member,staff,issuer,job}' and cardinality(actor_kinds) > 0),
  primary key (field, from_status, event)
);
insert into card_transition (field, from_status, to_status, event, actor_kinds) values
  ('status', 'not_applied', 'processing', 'request_card', '{member}'),
  ('status', 'failed', 'processing', 'request_card', '{member}'),
  ('status', 'processing', 'for_pickup', 'approve', '{issuer,job}'),
  ('status', 'processing', 'failed', 'reject', '{issuer,job}'),
  ('status', 'processing', 'not_applied', 'withdraw', '{member,staff}'),
  ('status', 'for_pickup', 'active', 'activate_card', '{member}'),
  ('status', 'for_pickup', 'not_applied', 'kit_unclaimed', '{job}'),
  ('status', 'active', 'suspended', 'suspend', '{issuer,job}'),
  ('status', 'suspended', 'active', 'suspension_over', '{job}'),
  ('status', 'suspended', 'active', 'unsuspend', '{staff}'),
  ('status', 'active', 'deactivated', 'deactivate', '{staff,issuer,job}'),
  ('status', 'suspended', 'deactivated', 'deactivate', '{staff,issuer,job}'),
  ('status', 'deactivated', 'active', 'reactivate', '{staff}'),
  ('status', 'not_applied', 'active', 'activate_first_card', '{member}'),
  ('status', 'failed', 'active', 'activate_first_card', '{member}'),
  ('perso_status', 'not_applied', 'processing', 'request_perso_card', '{member}'),
  ('perso_status', 'processing', 'for_pickup', 'receive_perso_card', '{staff}'),
  ('perso_status', 'processing', 'not_applied', 'production_failed', '{issuer,job}'),
  ('perso_status', 'for_pickup', 'for_activation', 'hand_over', '{staff}'),
  ('perso_status', 'for_pickup', 'active', 'activate_perso_card', '{member}'),
  ('perso_status', 'for_activation', 'active', 'activate_perso_card', '{member}'),
  ('perso_status', 'for_pickup', 'failed', 'activation_failed', '{issuer,job}'),
  ('perso_status', 'for_activation', 'failed', 'activation_failed', '{issuer,job}'),
  ('perso_status', 'failed', 'active', 'retry_perso_card', '{member}'),
  ('perso_status', 'failed', 'failed', 'retry_failed', '{member}'),
  ('perso_status', 'failed', 'for_activation', 'reset_activation', '{staff}'),
  ('perso_status', 'for_pickup', 'not_applied', 'perso_unclaimed', '{job}'),
  ('perso_status', 'active', 'not_applied', 'close_perso_card', '{staff}'),
  ('member_locked', 'unlocked', 'locked', 'lock_card', '{member}'),
  ('member_locked', 'locked', 'unlocked', 'unlock_card', '{member}'),
  ('admin_locked', 'unlocked', 'locked', 'admin_lock', '{staff}'),
  ('admin_locked', 'locked', 'unlocked', 'admin_unlock', '{staff}');

-- What happened to a card, by whom, why and when. Final.
create table card_event (
  id bigint generated always as identity primary key,
  card_id bigint not null references card (id),
  field text not null,
  from_status text not null,
  to_status text not null,
  event text not null,
  actor_kind text not null check (actor_kind in ('member', 'staff', 'issuer', 'job')),
  -- The member's guid, a staff name, 'issuer' or the job's name.
  actor text not null check (char_length(actor) between 1 and 100),
  reason text not null default '' check (char_length(reason) <= 300),
  at timestamptz not null,
  correlation_id text not null,
  -- The transaction that wrote it, in which alone it may change the card.
  transaction_id xid8 not null default pg_current_xact_id()
);
create index card_event_by_card on card_event (card_id, id desc);
create trigger card_event_is_final before update or delete on card_event
  for each row execute function refuse_change();
create trigger card_event_stays before truncate on card_event
  for each statement execute function refuse_change();

create function card_field(c card, p_field text) returns text language sql immutable as $$
  select case p_field
    when 'status' then c.status
    when 'perso_status' then c.perso_status
    when 'member_locked' then case when c.member_locked then 'locked' else 'unlocked' end
    when 'admin_locked' then case when c.admin_locked then 'locked' else 'unlocked' end
  end
$$;

/* Nothing happens to a card but what the table allows, in the state it is in, by who may cause it. */
create function card_event_is_allowed() returns trigger language plpgsql as $$
begin
  new.transaction_id := pg_current_xact_id();
  if not exists (
    select from public.card_transition t
    where t.field = new.field and t.from_status = new.from_status and t.event = new.event
      and t.to_status = new.to_status and new.actor_kind = any (t.actor_kinds)
  ) then
    raise exception 'a card cannot % from % by % (%)', new.event, new.from_status, new.actor_kind, new.field
      using errcode = 'CD001';
  end if;
  if new.from_status is distinct from (
    select public.card_field(c, new.field) from public.card c where c.id = new.card_id
  ) then
    raise exception 'card % is not in the state %', new.card_id, new.from_status using errcode = 'CD002';
  end if;
  return new;
end $$;
create trigger card_event_is_allowed before insert on card_event
  for each row execute function card_event_is_allowed();

/* What was written down was also done: else the newest event would tell another state than the card. */
create function card_event_was_done() returns trigger language plpgsql as $$
begin
  if exists (
    select from public.card c
    cross join lateral (
      select e.to_status from public.card_event e
      where e.card_id = c.id and e.field = new.field order by e.id desc limit 1
    ) newest
    where c.id = new.card_id and public.card_field(c, new.field) <> newest.to_status
  ) then
    raise exception 'card % did not become %', new.card_id, new.to_status using errcode = 'CD003';
  end if;
  return null;
end $$;
create constraint trigger card_event_was_done after insert on card_event
  deferrable initially deferred for each row execute function card_event_was_done();

/* State and locks of a card change only with an event of the same transaction that says so. */
create function card_moves_by_event() returns trigger language plpgsql as $$
declare
  v_field text;
begin
  foreach v_field in array array['status', 'perso_status', 'member_locked', 'admin_locked'] loop
    if public.card_field(old, v_field) is distinct from public.card_field(new, v_field) and not exists (
      select from public.card_event e
      where e.card_id = new.id and e.transaction_id = pg_current_xact_id() and e.field = v_field
        and e.from_status = public.card_field(old, v_field) and e.to_status = public.card_field(new, v_field)
    ) then
      raise exception 'card % changes its % without an event', new.id, v_field using errcode = 'CD004';
    end if;
  end loop;
  return new;
end $$;
create trigger card_moves_by_event before update of status, perso_status, member_locked, admin_locked on card
  for each row execute function card_moves_by_event();

alter table card
  -- What the issuer calls the plastic in use. The number itself is never kept.
  add column token text unique check (char_length(token) between 1 and 64),
  -- HMAC-SHA-256 of the number under a key outside the database.
  add column pan_mac bytea unique check (octet_length(pan_mac) = 32),
  -- The last day on which the plastic can be used.
  add column expires_on date,
  add column issuer_customer_id text check (char_length(issuer_customer_id) between 1 and 64),
  add column suspended_until timestamptz,
  -- Wrong current PINs in a row, as the issuer counts them.
  add column pin_tries smallint check (pin_tries between 0 and 3);
update card set pin_tries = 0;
-- Apart: PostgreSQL 15 adds no column with a default to a table whose rows a function takes.
alter table card alter column pin_tries set default 0, alter column pin_tries set not null;
create index card_by_suspension on card (suspended_until) where suspended_until is not null;
create index card_by_expiry on card (expires_on) where expires_on is not null;

alter table office
  add column has_card_pickup boolean not null default true;

-- What a card costs. Values are configuration.
create table card_fee (
  kind text primary key check (kind in ('generic', 'personalized')),
  fee_centavos bigint not null check (fee_centavos >= 0)
);
insert into card_fee (kind, fee_centavos) values ('generic', 0), ('personalized', 15000);

create sequence card_application_number;
create table card_application (
  id bigint generated always as identity primary key,
  -- Shown to the member as transactionId; the issuer knows the application by it.
  reference text not null unique check (reference ~ '^[A-Z0-9-]{1,20}$'),
  member_id bigint not null references member (id),
  card_id bigint not null references card (id),
  kind text not null check (kind in ('generic', 'personalized')),
  -- A personalized card for who has an active card: the issuer knows the customer already.
  is_upgrade boolean not null default false,
  stage text not null check (stage in ('sent', 'review', 'approved', 'rejected', 'withdrawn', 'produced', 'fulfilled', 'unclaimed', 'failed')),
  issuer_transaction_id text check (char_length(issuer_transaction_id) between 1 and 64),
  issuer_customer_id text check (char_length(issuer_customer_id) between 1 and 64),
  fee_centavos bigint not null check (fee_centavos >= 0),
  fee_account_id bigint references member_account (id),
  fee_entry_id bigint references journal_entry (id),
  fee_return_entry_id bigint references journal_entry (id),
  -- Where the member gets the card.
  office_id bigint references office (id),
  requested_at timestamptz not null,
  estimated_release_on date not null,
  decided_at timestamptz,
  -- When the issuer took the order of a personalized card, and what it calls that card.
  ordered_at timestamptz,
  token text unique check (char_length(token) between 1 and 64),
  -- When the card could be had at the office.
  ready_at timestamptz,
  reminded_at timestamptz,
  ended_at timestamptz,
  reason text not null default '' check (char_length(reason) <= 300),
  -- Tries to activate; the issuer knows each by reference and number, and a try without an answer keeps it.
  activation_try integer not null default 1 check (activation_try > 0),
  activation_asked_at timestamptz,
  -- HMAC of the number that was entered: what is noted of it when the answer comes by another way.
  activation_pan_mac bytea check (octet_length(activation_pan_mac) = 32),
  retries integer not null default 0 check (retries >= 0),
  -- When the issuer is asked again; null when nothing is awaited of it.
  next_inquiry_at timestamptz,
  correlation_id text not null,
  check ((fee_entry_id is null) = (fee_centavos = 0)),
  check ((fee_account_id is null) = (fee_entry_id is null)),
  check (fee_return_entry_id is null or fee_entry_id is not null),
  check (kind = 'generic' or office_id is not null),
  check ((ended_at is not null) = (stage in ('rejected', 'withdrawn', 'fulfilled', 'unclaimed', 'failed')))
);
create unique index card_application_one_open on card_application (member_id, kind)
  where stage in ('sent', 'review', 'approved', 'produced');
create index card_application_by_card on card_application (card_id, id desc);
create index card_application_to_ask on card_application (next_inquiry_at) where next_inquiry_at is not null;
create index card_application_open on card_application (stage, requested_at)
  where stage in ('sent', 'review', 'approved', 'produced');

-- Plastic on its way: kits to the stock of an office, personalized cards to the member who ordered them.
create table card_batch (
  id bigint generated always as identity primary key,
  reference text not null unique check (reference ~ '^[A-Z0-9-]{1,20}$'),
  kind text not null check (kind in ('generic', 'personalized')),
  office_id bigint references office (id),
  state text not null check (state in ('open', 'sent', 'delivered', 'received', 'closed')),
  quantity integer not null default 0 check (quantity >= 0),
  created_by text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz,
  delivered_at timestamptz,
  received_at timestamptz
);

create table card_kit (
  id bigint generated always as identity primary key,
  serial text not null unique check (serial ~ '^[A-Z0-9-]{4,32}$'),
  kind text not null check (kind in ('generic', 'personalized')),
  token text not null unique check (char_length(token) between 1 and 64),
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  expires_on date not null,
  office_id bigint not null references office (id),
  batch_id bigint references card_batch (id),
  state text not null check (state in ('announced', 'in_stock', 'reserved', 'released', 'activated', 'returned', 'destroyed')),
  application_id bigint references card_application (id),
  changed_at timestamptz not null,
  check (state not in ('reserved', 'released', 'activated') or application_id is not null)
);
create unique index card_kit_one_for_application on card_kit (application_id)
  where state in ('announced', 'in_stock', 'reserved', 'released', 'activated');
create index card_kit_stock on card_kit (office_id, kind, id) where state = 'in_stock';
create index card_kit_by_batch on card_kit (batch_id) where batch_id is not null;

-- What the issuer asks of a customer and a member's own row lacks.
create table member_identification (
  member_id bigint primary key references member (id),
  mothers_maiden_name text not null default '',
  source_of_funds text not null default '',
  employment text not null default '',
  nature_of_work text not null default '',
  employer text not null default '',
  employer_line_1 text not null default '',
  employer_barangay text not null default '',
  employer_municipality_city text not null default '',
  employer_state_province text not null default '',
  employer_zip text not null default '',
  -- A code of data/id-types.json.
  id_type text not null default '' check (id_type ~ '^[0-9]{0,3}$'),
  id_number text not null default '' check (char_length(id_number) <= 40),
  image_selfie bytea,
  image_selfie_sha256 bytea generated always as (sha256(image_selfie)) stored,
  image_id_front bytea,
  image_id_front_sha256 bytea generated always as (sha256(image_id_front)) stored,
  image_id_back bytea,
  image_id_back_sha256 bytea generated always as (sha256(image_id_back)) stored,
  updated_at timestamptz not null
);
