-- The card desk: files of production orders, what was handed over to whom, counts of the stock.

-- Orders of personalized cards as they went to the maker: each order in one file, each file kept as made.
create table card_batch_file (
  batch_id bigint primary key references card_batch (id),
  bytes bytea not null,
  sha256 bytea not null generated always as (sha256(bytes)) stored
);
create table card_batch_order (
  application_id bigint primary key references card_application (id),
  batch_id bigint not null references card_batch (id),
  line integer not null check (line > 0),
  unique (batch_id, line)
);
create trigger card_batch_file_is_final before update or delete on card_batch_file
  for each row execute function refuse_change();
create trigger card_batch_file_stays before truncate on card_batch_file
  for each statement execute function refuse_change();
create trigger card_batch_order_is_final before update or delete on card_batch_order
  for each row execute function refuse_change();
create trigger card_batch_order_stays before truncate on card_batch_order
  for each statement execute function refuse_change();

create sequence card_batch_number;
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

-- Below this many free kits the branch warns.
alter table office
  add column kit_minimum integer not null default 5 check (kit_minimum between 0 and 10000);

create index card_application_by_request on card_application (requested_at, id);
create index card_kit_by_office on card_kit (office_id, state);

-- Orders go to the maker in one file for all branches.
insert into role_action (role, action, scope) values
  ('teller', 'card_application.view', 'own'),
  ('card_officer', 'card_application.view', 'own'),
  ('supervisor', 'card_application.view', 'own'),
  ('fraud_officer', 'card_application.view', 'all'),
  ('auditor', 'card_application.view', 'all'),
  ('card_officer', 'card_application.view_papers', 'own'),
  ('supervisor', 'card_application.view_papers', 'own'),
  ('fraud_officer', 'card_application.view_papers', 'all'),
  ('card_officer', 'card_application.withdraw', 'own'),
  ('supervisor', 'card_application.withdraw', 'own'),
  ('card_officer', 'card_application.reset', 'own'),
  ('supervisor', 'card_application.reset', 'own'),
  ('teller', 'card_details.complete', 'own'),
  ('card_officer', 'card_details.complete', 'own'),
  ('supervisor', 'card_details.complete', 'own'),
  ('teller', 'card_stock.view', 'own'),
  ('card_officer', 'card_stock.view', 'own'),
  ('supervisor', 'card_stock.view', 'own'),
  ('auditor', 'card_stock.view', 'all'),
  ('card_officer', 'card_stock.announce', 'own'),
  ('supervisor', 'card_stock.announce', 'own'),
  ('teller', 'card_stock.receive', 'own'),
  ('card_officer', 'card_stock.receive', 'own'),
  ('supervisor', 'card_stock.receive', 'own'),
  ('card_officer', 'card_stock.change', 'own'),
  ('supervisor', 'card_stock.change', 'own'),
  ('card_officer', 'card_batch.view', 'all'),
  ('supervisor', 'card_batch.view', 'all'),
  ('auditor', 'card_batch.view', 'all'),
  ('card_officer', 'card_batch.make', 'all'),
  ('supervisor', 'card_batch.make', 'all'),
  ('teller', 'card_release.hand_over', 'own'),
  ('card_officer', 'card_release.hand_over', 'own'),
  ('supervisor', 'card_release.hand_over', 'own'),
  ('card_officer', 'card_release.take_back', 'own'),
  ('supervisor', 'card_release.take_back', 'own'),
  ('card_officer', 'card.unsuspend', 'own'),
  ('supervisor', 'card.unsuspend', 'own'),
  ('fraud_officer', 'card.unsuspend', 'all');
