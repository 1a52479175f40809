-- Who did what. The application can insert and read, never change.
create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('member', 'staff', 'system', 'visitor')),
  actor text not null,
  action text not null,
  object text not null,
  correlation_id text not null,
  detail jsonb not null default '{}'
);

create index audit_event_by_object on audit_event (object, id);
-- Searched by the auditor, newest first.
create index audit_event_by_time on audit_event (at, id);
create index audit_event_by_actor on audit_event (actor, at, id);
create index audit_event_by_action on audit_event (action, at, id);
create index audit_event_by_correlation on audit_event (correlation_id);
-- What was done stays written: not even the owner changes or removes an event.
create trigger audit_event_is_final before update or delete on audit_event
  for each row execute function refuse_change();
create trigger audit_event_stays before truncate on audit_event
  for each statement execute function refuse_change();

-- Audit and ledger are chained: each row gets a seal that stands on the seal before it. A seal is an
-- HMAC with a key that is not in the database, so whoever holds the database alone can neither change a
-- sealed row nor seal another. Rows are sealed after their commit (src/server/platform/audit/sealTrail.ts): no
-- writer waits for the chain. docs/audit.md says what is found and what is not.
create table audit_seal (
  -- Without gaps, from 1.
  position bigint primary key check (position > 0),
  -- Null: a mark that says only that by then every row written before was sealed.
  row_id bigint unique,
  -- To the millisecond, as the seal has it.
  sealed_at timestamptz(3) not null,
  -- HMAC of the row's contents.
  row_mac bytea not null check (octet_length(row_mac) = 32),
  -- HMAC of the former seal's hash, position, row_id, sealed_at and row_mac.
  hash bytea not null check (octet_length(hash) = 32)
);

create index audit_seal_marks on audit_seal (position) where row_id is null;
create trigger audit_seal_is_final before update or delete on audit_seal
  for each row execute function refuse_change();
create trigger audit_seal_stays before truncate on audit_seal
  for each statement execute function refuse_change();

-- The same for the journal: row_id is the entry's, its contents are the entry with its postings.
create table ledger_seal (like audit_seal including all);

create trigger ledger_seal_is_final before update or delete on ledger_seal
  for each row execute function refuse_change();
create trigger ledger_seal_stays before truncate on ledger_seal
  for each statement execute function refuse_change();

-- Where to look for rows that have no seal yet. Every row up to sealed_through is sealed. Those up to
-- next_through will be, once the transactions of waits_for, which wrote when that id was drawn, have
-- ended. It saves looking at all rows; nothing is proved by it.
create table seal_progress (
  stream text primary key check (stream in ('audit', 'ledger')),
  sealed_through bigint not null default 0,
  next_through bigint not null default 0,
  waits_for text[] not null default '{}'
);

insert into seal_progress (stream) values ('audit'), ('ledger');

-- What verifications found.
create table seal_verification (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  finished_at timestamptz not null,
  audit_position bigint not null,
  ledger_position bigint not null,
  findings integer not null,
  -- The first hundred.
  named jsonb not null
);

create trigger seal_verification_is_final before update or delete on seal_verification
  for each row execute function refuse_change();
create trigger seal_verification_stays before truncate on seal_verification
  for each statement execute function refuse_change();
