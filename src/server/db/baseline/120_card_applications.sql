-- How a member comes by a card: fees, applications, plastic on its way, and the card desk.

-- What a card costs. Values are configuration.
create table card_fee (
  kind text primary key check (kind in ('generic', 'personalized')),
  fee_centavos bigint not null check (fee_centavos >= 0),
  -- For new plastic in place of what was lost or stolen; of what has expired it costs nothing.
  replacement_fee_centavos bigint not null check (replacement_fee_centavos >= 0)
);

insert into card_fee (kind, fee_centavos, replacement_fee_centavos) values
  ('generic', 0, 10000), ('personalized', 15000, 15000);

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
  -- When a personalized card was made, and set out for its office.
  produced_at timestamptz,
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
  -- When the issuer is asked next whether a try to activate without an answer made the card work; null when
  -- nobody asks any more.
  activation_look_at timestamptz,
  -- What became of the plastic before it; null of a first card and of an upgrade.
  replaces text check (replaces in ('lost', 'stolen', 'expired', 'replaced')),
  -- What a personalized card has printed, as the member saw it at the review; null of the default card.
  printed_name text check (printed_name ~ '^[A-Z0-9][A-Z0-9 .''-]{1,25}$'),
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
create index card_application_by_request on card_application (requested_at, id);
create index card_application_to_look on card_application (activation_look_at) where activation_look_at is not null;

create sequence card_batch_number;

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
  -- 'missing': plastic that was announced and never came.
  state text not null constraint card_kit_states check (state in ('announced', 'in_stock', 'reserved', 'released',
    'activated', 'returned', 'destroyed', 'missing')),
  application_id bigint references card_application (id),
  changed_at timestamptz not null,
  check (state not in ('reserved', 'released', 'activated') or application_id is not null)
);

create unique index card_kit_one_for_application on card_kit (application_id)
  where state in ('announced', 'in_stock', 'reserved', 'released', 'activated');
create index card_kit_stock on card_kit (office_id, kind, id) where state = 'in_stock';
create index card_kit_by_batch on card_kit (batch_id) where batch_id is not null;
create index card_kit_by_office on card_kit (office_id, state);

-- Orders of personalized cards as they went to the maker: each order in one file, each file kept as made.
create table card_batch_file (
  batch_id bigint primary key references card_batch (id),
  bytes bytea not null,
  sha256 bytea not null generated always as (sha256(bytes)) stored
);

create trigger card_batch_file_is_final before update or delete on card_batch_file
  for each row execute function refuse_change();
create trigger card_batch_file_stays before truncate on card_batch_file
  for each statement execute function refuse_change();

create table card_batch_order (
  application_id bigint primary key references card_application (id),
  batch_id bigint not null references card_batch (id),
  line integer not null check (line > 0),
  unique (batch_id, line)
);

create trigger card_batch_order_is_final before update or delete on card_batch_order
  for each row execute function refuse_change();
create trigger card_batch_order_stays before truncate on card_batch_order
  for each statement execute function refuse_change();

-- An order of kits by the key of the press that made it: a second press is the same order.
create table card_kit_order (
  key text primary key check (char_length(key) <= 200),
  batch_id bigint not null unique references card_batch (id)
);

create trigger card_kit_order_is_final before update or delete on card_kit_order
  for each row execute function refuse_change();
create trigger card_kit_order_stays before truncate on card_kit_order
  for each statement execute function refuse_change();

-- A card given into its member's hand: who checked the identity by what, and that the member signed.
create table card_release (
  application_id bigint primary key references card_application (id),
  kit_id bigint not null unique references card_kit (id),
  office_id bigint not null references office (id),
  id_type text not null check (id_type ~ '^[a-z_]{2,30}$'),
  note text not null default '' check (char_length(note) <= 200),
  released_by text not null,
  released_at timestamptz not null
);

create trigger card_release_is_final before update or delete on card_release
  for each row execute function refuse_change();
create trigger card_release_stays before truncate on card_release
  for each statement execute function refuse_change();

-- What lay in a branch when somebody counted, by serial.
create table card_stock_count (
  id bigint generated always as identity primary key,
  office_id bigint not null references office (id),
  counted_by text not null,
  counted_at timestamptz not null,
  expected integer not null check (expected >= 0),
  found integer not null check (found >= 0),
  missing text[] not null,
  unexpected text[] not null
);

create index card_stock_count_by_office on card_stock_count (office_id, id desc);
create trigger card_stock_count_is_final before update or delete on card_stock_count
  for each row execute function refuse_change();
create trigger card_stock_count_stays before truncate on card_stock_count
  for each statement execute function refuse_change();

-- Plastic that a new one took the place of: what is told late of it is of no card of today.
create table replaced_plastic (
  token text primary key check (char_length(token) between 1 and 64),
  card_id bigint not null references card (id),
  replaced_at timestamptz not null
);

create trigger replaced_plastic_is_final before update or delete on replaced_plastic
  for each row execute function refuse_change();
create trigger replaced_plastic_stays before truncate on replaced_plastic
  for each statement execute function refuse_change();
