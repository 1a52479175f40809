-- Cards: what each type may receive, the card itself, the table of what may happen to it, what did, and what the
-- issuer is asked about it.

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

-- At most one card account a member: a personalized card keeps the account number of the generic one.
create table card (
  id bigint generated always as identity primary key,
  member_id bigint not null unique references member (id),
  account_no text unique check (account_no ~ '^[0-9]{12}$'),
  status text not null default 'not_applied' check (status in ('not_applied', 'active', 'deactivated', 'suspended', 'processing', 'for_pickup', 'for_activation', 'failed')),
  perso_status text not null default 'not_applied' check (perso_status in ('not_applied', 'active', 'deactivated', 'suspended', 'processing', 'for_pickup', 'for_activation', 'failed')),
  card_type text not null default 'blue' check (card_type in ('blue', 'gold', 'platinum')),
  member_locked boolean not null default false,
  -- When it ends by itself; null where it does not.
  member_lock_ends_at timestamptz,
  admin_locked boolean not null default false,
  -- Locked with its member's access (member_freeze), besides what else locks it.
  freeze_locked boolean not null default false,
  serial_no text not null default '',
  perso_serial_no text not null default '',
  last_four text check (last_four ~ '^[0-9]{4}$'),
  -- What the member has switched off, as it holds at the issuer.
  uses_off text[] not null default '{}' check (uses_off <@ array['store', 'online', 'cash', 'abroad']),
  withdrawal_limit_centavos bigint not null default 2000000 check (withdrawal_limit_centavos >= 0),
  pin_changed_at timestamptz,
  cvv_changed_at timestamptz,
  -- CARD book, account 2510
  ledger_account_id bigint unique references ledger_account (id),
  created_at timestamptz not null,
  -- Why it was deactivated: what is lost for good is not activated again.
  deactivated_for text
    check (deactivated_for in ('lost', 'stolen', 'fraud', 'expired', 'replaced', 'death', 'closed', 'other')),
  -- A card that was suspended when it was deactivated is suspended again when it is taken into use.
  deactivated_from text check (deactivated_from in ('active', 'suspended')),
  -- What the issuer calls the plastic in use. The number itself is never kept.
  token text unique check (char_length(token) between 1 and 64),
  -- HMAC-SHA-256 of the number under a key outside the database.
  pan_mac bytea unique check (octet_length(pan_mac) = 32),
  -- The last day on which the plastic can be used.
  expires_on date,
  issuer_customer_id text check (char_length(issuer_customer_id) between 1 and 64),
  suspended_until timestamptz,
  -- Wrong current PINs in a row, as the issuer counts them.
  pin_tries smallint not null default 0 check (pin_tries between 0 and 3),
  -- A new CVV that nobody has looked at.
  cvv_unseen boolean not null default false,
  -- A raise that was asked for, and when it starts.
  raised_limit_centavos bigint check (raised_limit_centavos >= 0),
  raised_limit_from timestamptz,
  -- What became of the plastic that a new one is to replace; null again once that is in use.
  replaces text check (replaces in ('lost', 'stolen', 'expired', 'replaced')),
  constraint card_raise_has_its_time check ((raised_limit_centavos is null) = (raised_limit_from is null))
);

create index card_by_last_four on card (last_four) where last_four is not null;
create index card_by_suspension on card (suspended_until) where suspended_until is not null;
create index card_by_lock_end on card (member_lock_ends_at) where member_lock_ends_at is not null;
create index card_by_expiry on card (expires_on) where expires_on is not null;
create index card_by_raised_limit on card (raised_limit_from) where raised_limit_from is not null;

-- What a card received in a Manila month, transfers under way included.
create table card_load (
  card_id bigint not null references card (id),
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  loaded_centavos bigint not null check (loaded_centavos >= 0),
  primary key (card_id, month)
)
-- Room for new versions of a row on its own page, so that counting touches no index.
with (fillfactor = 50);

-- The life of a card: the one table of what may happen to it.
create table card_transition (
  field text not null check (field in ('status', 'perso_status', 'member_locked', 'admin_locked', 'freeze_locked')),
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
  ('status', 'active', 'deactivated', 'deactivate', '{member,staff,issuer,job}'),
  ('status', 'suspended', 'deactivated', 'deactivate', '{member,staff,issuer,job}'),
  ('status', 'deactivated', 'active', 'reactivate', '{staff}'),
  ('status', 'deactivated', 'not_applied', 'replace_card', '{member,staff}'),
  ('status', 'not_applied', 'active', 'activate_first_card', '{member}'),
  ('status', 'failed', 'active', 'activate_first_card', '{member}'),
  ('perso_status', 'not_applied', 'processing', 'request_perso_card', '{member}'),
  ('perso_status', 'processing', 'for_pickup', 'receive_perso_card', '{staff}'),
  ('perso_status', 'processing', 'not_applied', 'production_failed', '{staff,issuer,job}'),
  ('perso_status', 'for_pickup', 'for_activation', 'hand_over', '{staff}'),
  ('perso_status', 'for_pickup', 'active', 'activate_perso_card', '{member}'),
  ('perso_status', 'for_activation', 'active', 'activate_perso_card', '{member}'),
  ('perso_status', 'for_pickup', 'failed', 'activation_failed', '{issuer,job}'),
  ('perso_status', 'for_activation', 'failed', 'activation_failed', '{issuer,job}'),
  ('perso_status', 'failed', 'active', 'retry_perso_card', '{member}'),
  ('perso_status', 'failed', 'failed', 'retry_failed', '{member}'),
  ('perso_status', 'failed', 'for_activation', 'reset_activation', '{staff}'),
  ('perso_status', 'for_pickup', 'not_applied', 'perso_unclaimed', '{job}'),
  ('perso_status', 'active', 'not_applied', 'close_perso_card', '{member,staff}'),
  ('member_locked', 'unlocked', 'locked', 'lock_card', '{member}'),
  ('member_locked', 'locked', 'unlocked', 'unlock_card', '{member}'),
  ('member_locked', 'locked', 'unlocked', 'lock_over', '{job}'),
  ('admin_locked', 'unlocked', 'locked', 'admin_lock', '{staff}'),
  ('admin_locked', 'locked', 'unlocked', 'admin_unlock', '{staff}'),
  ('freeze_locked', 'unlocked', 'locked', 'freeze_card', '{member,staff}'),
  ('freeze_locked', 'locked', 'unlocked', 'unfreeze_card', '{member,staff}');

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

-- What a switched-off part of the card section says, and when it comes back by itself.
create table card_maintenance (
  kind text primary key check (kind in ('generic', 'perso')),
  is_on boolean not null default false,
  text text not null default '',
  text_fil text not null default '' check (char_length(text_fil) <= 300),
  ends_at timestamptz,
  constraint maintenance_that_is_off_has_no_end check (is_on or ends_at is null)
);

insert into card_maintenance (kind) values ('generic'), ('perso');

create sequence card_order_number;

-- What is asked of the card issuer, written down before it is asked: an order whose answer was lost is
-- asked again under the same reference until the issuer has said yes or no.
create table card_order (
  id bigint generated always as identity primary key,
  -- Ours. The issuer takes the same reference for the same order.
  reference text not null unique check (reference ~ '^CO[0-9]{6}-[0-9]{10}$'),
  card_id bigint not null references card (id),
  -- What the issuer called the plastic when the order was made: under another name it would be another order.
  token text check (char_length(token) between 1 and 64),
  kind text not null check (kind in (
    'lock', 'unlock', 'admin_lock', 'admin_unlock', 'freeze_lock', 'freeze_unlock', 'change_pin', 'reset_pin', 'generate_cvv', 'reveal_cvv', 'set_limit',
    'set_uses', 'suspend', 'unsuspend', 'deactivate', 'reactivate')),
  -- Orders of one lane are asked one after the other: an unlock must not overtake the lock that follows it.
  lane text not null generated always as (case
    when kind in ('lock', 'unlock') then 'member_lock'
    when kind in ('admin_lock', 'admin_unlock') then 'admin_lock'
    when kind in ('freeze_lock', 'freeze_unlock') then 'freeze_lock'
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
create trigger card_order_stays before delete on card_order
  for each row execute function refuse_change();
create trigger card_order_is_not_emptied before truncate on card_order
  for each statement execute function refuse_change();

-- What the issuer refused although staff or a job had decided it: card and issuer then differ, until a
-- person asks again or writes down what was done about it.
create table card_order_exception (
  id bigint generated always as identity primary key,
  order_id bigint not null unique references card_order (id),
  at timestamptz not null,
  resolved_at timestamptz,
  resolved_by text,
  resolution text check (char_length(btrim(resolution)) between 1 and 1000),
  check (num_nulls(resolved_at, resolved_by, resolution) in (0, 3))
);

create index card_order_exception_open on card_order_exception (at) where resolved_at is null;
create trigger card_order_exception_stays before delete on card_order_exception
  for each row execute function refuse_change();
create trigger card_order_exception_is_not_emptied before truncate on card_order_exception
  for each statement execute function refuse_change();
