-- What every part of the bank uses: switches, days, counters, keys of orders, promised work, running processes.

-- Whether this database ever got demo members, whose password everyone knows. Production refuses such a
-- database. The mark is set with the members, in one transaction, and the application cannot take it away.
create table installation (
  only_row boolean primary key default true check (only_row),
  holds_demo_data boolean not null default false
);

insert into installation default values;

-- Parts of the portal and kinds of transfers that staff can switch off: the names are those of
-- src/contract/features.ts, which migrating writes (platform/settings/feature.rows.ts). What is new is on.
create table feature (
  name text primary key,
  state text not null default 'on' check (state in ('on', 'disabled', 'hidden')),
  -- What a switched-off part of the portal says, and when it comes back by itself.
  text_en text not null default '' check (char_length(text_en) <= 300),
  text_fil text not null default '' check (char_length(text_fil) <= 300),
  ends_at timestamptz,
  constraint feature_that_is_on_has_no_end check (state <> 'on' or ends_at is null)
);

-- Days on which the clearing is closed or declared otherwise; it begins with those of
-- data/live/holidays.json (platform/calendar/holiday.rows.ts). A day that
-- turned out to be none stays, no longer observed.
create table holiday (
  day date primary key,
  name text not null check (char_length(btrim(name)) between 1 and 100),
  type text not null check (type in ('regular', 'special_non_working', 'special_working', 'suspension')),
  is_banking_day boolean not null,
  is_observed boolean not null default true,
  status text not null default 'proclaimed' check (status in ('proclaimed', 'projected')),
  basis text not null default '' check (char_length(basis) <= 200),
  -- A suspension of work may begin within a day (a typhoon at noon): what the clearing took before it stays
  -- that day's. Null: the whole day.
  closed_from time(0),
  constraint holiday_closed_from_of_suspension check (
    closed_from is null or (type = 'suspension' and not is_banking_day)
  )
);

-- Counts of failures and of sends, per scope and key, within a window. Shared by all processes.
create table throttle (
  scope text not null,
  key text not null,
  window_started_at timestamptz not null,
  count integer not null default 0,
  locked_until timestamptz,
  primary key (scope, key)
);

-- Encrypted calls already opened; a second one with the same id is a replay.
create table sealed_call (
  call_id uuid primary key,
  expires_at timestamptz not null
);

create index sealed_call_by_expiry on sealed_call (expires_at);

-- Requests of partners that were signed and taken; the same again is a replay.
create table signed_nonce (
  partner text not null,
  nonce text not null,
  seen_at timestamptz not null,
  primary key (partner, nonce)
);

-- The request-key of a member's order, and the answer it got (kept 90 days). Its member is the one
-- whose session the order came with: no foreign key, whose check would lock the member's row.
create table idempotency_key (
  member_id bigint not null,
  key text not null check (char_length(key) between 8 and 100),
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (member_id, key)
);

-- Work promised by a transaction; the worker hands it to the job queue after commit, in order.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Never a code, password or number in clear: a text message travels encrypted (outboxText.ts).
  payload jsonb not null,
  created_at timestamptz not null
);

-- Programs that run, as each says of itself every few seconds.
create table process_sign (
  id uuid primary key,
  name text not null check (name in ('api', 'worker')),
  pid integer not null,
  host text not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- Which keys a process has in hand, and as what, by their ids.
  key_ids text[]
);

-- Each run of the invariant checker; `breaches` is empty when the books are right.
create table invariant_run (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  breaches jsonb not null,
  -- The checker looks at all transfers once a day, and in between at those that may have changed since.
  is_whole boolean not null default true,
  -- From which transaction on rows were not seen by this look at the books: the next one goes on there.
  seen_up_to xid8,
  -- What a look at the books found right: balances of control accounts and totals of the newest days, with their marks.
  -- The next look adds up what came since instead of everything. Only the newest runs keep theirs.
  figures jsonb
);
