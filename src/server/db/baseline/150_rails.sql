-- The rails: what goes to other banks over InstaPay and PESONet, and what comes back.

-- The clearing's cycles of a banking day; times are Manila's.
create table pesonet_cycle (
  no integer primary key check (no between 1 and 9),
  intake_cutoff time not null,
  clearing_cutoff time not null,
  credit_by time not null,
  is_active boolean not null default true,
  check (intake_cutoff < clearing_cutoff and clearing_cutoff < credit_by)
);

insert into pesonet_cycle (no, intake_cutoff, clearing_cutoff, credit_by, is_active) values
  (1, '09:00', '10:00', '14:00', true),
  (2, '15:00', '16:00', '18:00', true),
  -- The third that runs today between the two; off, as members are told of two.
  (3, '12:00', '13:00', '16:00', false);

-- One file of a cycle. What was cut into it goes to the clearing house exactly so, however often it is sent.
create table pesonet_batch (
  id bigint generated always as identity primary key,
  cycle_day date not null,
  cycle_no integer not null references pesonet_cycle (no),
  -- A cycle with very many transfers is sent in several files.
  part integer not null default 1 check (part between 1 and 99),
  file_name text not null unique,
  message_id text not null unique check (message_id ~ '^[A-Za-z0-9-]{1,35}$'),
  state text not null constraint pesonet_batch_states
    check (state in ('cut', 'sent', 'acknowledged', 'settled', 'abolished', 'withdrawn')),
  item_count integer not null check (item_count > 0),
  total_centavos bigint not null check (total_centavos > 0),
  body text not null,
  body_sha256 bytea not null,
  cut_at timestamptz not null,
  sent_at timestamptz,
  -- When the clearing house said that it is cleared: the two hours of a refund begin.
  advised_at timestamptz,
  next_try_at timestamptz,
  -- When the clearing house last answered that it has another file under this name or ids; null once it has
  -- accepted the file.
  reused_at timestamptz,
  -- How many of the file's transfers the clearing house answered that it holds, in any file.
  held_count integer check (held_count >= 0),
  -- When it answered that; null from each further attempt to submit the file until it answers again.
  held_said_at timestamptz,
  unique (cycle_day, cycle_no, part),
  constraint pesonet_batch_is_reused check (reused_at is not null or num_nonnulls(held_count, held_said_at) = 0),
  constraint pesonet_batch_is_withdrawn check (state <> 'withdrawn' or next_try_at is null)
);

create index pesonet_batch_to_send on pesonet_batch (next_try_at) where next_try_at is not null;

-- A transfer to another bank, as the rail knows it.
create table rail_transfer (
  ref_no text primary key references transfer (ref_no),
  rail text not null check (rail in ('instapay', 'pesonet')),
  bank_id bigint not null references bank (id),
  bank_bic text not null,
  bank_name text not null,
  account_number text not null check (account_number ~ '^[0-9]{1,34}$'),
  -- As the member wrote it, and as the rail's character set has it.
  account_name text not null check (char_length(account_name) between 1 and 140),
  rail_account_name text not null check (rail_account_name ~ '^[A-Z0-9 .,''/()&+:?-]{1,140}$'),
  -- Whether the issuer has debited amount and fee, and refunded them; 'none' where they left no card.
  issuer_leg text not null default 'asked' check (issuer_leg in ('none', 'asked', 'taken', 'refused', 'given_back')),
  -- The statuses reported so far. Order and repetition do not change the outcome (transfers/rails/railStates.ts).
  has_acknowledged boolean not null default false,
  has_settled boolean not null default false,
  has_credited boolean not null default false,
  has_rejected boolean not null default false,
  has_returned boolean not null default false,
  is_held boolean not null default false,
  -- The code of the answer that ended it (data/live/rail-codes.json).
  reason_code text,
  -- Of PESONet: the cycle that takes it, by when it is credited, and the file it went in.
  cycle_day date,
  cycle_no integer references pesonet_cycle (no),
  credit_by timestamptz,
  batch_id bigint references pesonet_batch (id),
  asked_at timestamptz,
  -- When the refund is due if nobody reports a credit (BSP Circular 1195).
  refund_due_at timestamptz,
  -- Refunded with the outcome unknown: a credit that is reported later is a loss to recover.
  is_refunded_unconfirmed boolean not null default false,
  -- From where the refund is paid, once it is decided; it is complete when the transfer is returned.
  going_back text check (going_back in ('from_hold', 'from_rail')),
  -- Whether the member was told at acceptance.
  is_announced boolean not null default false,
  -- When the next inquiry is due about a transfer that was refunded with its outcome unknown.
  next_doubt_at timestamptz,
  -- Since when the issuer is asked for the refund, and until when the last request may still have an effect: a
  -- credit by the other bank before that stands.
  put_back_since timestamptz,
  put_back_until timestamptz,
  -- Since when the transfer is not refunded by the clock: its rail sent a report about it that could not be read or
  -- does not match. The rail's next clear status, or two people, decide the outcome.
  clock_stopped_at timestamptz,
  check ((rail = 'pesonet') = (cycle_day is not null and cycle_no is not null and credit_by is not null))
);

create index rail_transfer_to_batch on rail_transfer (cycle_day, cycle_no) where rail = 'pesonet' and batch_id is null;
create index rail_transfer_by_batch on rail_transfer (batch_id) where batch_id is not null;
create index rail_transfer_of_day on rail_transfer (cycle_day) where cycle_day is not null;
create index rail_transfer_in_doubt on rail_transfer (next_doubt_at) where next_doubt_at is not null;

-- Every message that went to a rail or came from one, as it was. `message_id` is the sender's.
create table rail_message (
  id bigint generated always as identity primary key,
  rail text not null check (rail in ('instapay', 'pesonet')),
  direction text not null check (direction in ('out', 'in')),
  -- 'pacs.008' and so on; 'unreadable' for what is none.
  type text not null,
  message_id text not null,
  ref_no text,
  batch_id bigint references pesonet_batch (id),
  body text not null,
  at timestamptz not null,
  outcome text check (outcome in ('received', 'booked', 'already', 'exception')),
  reason text,
  correlation_id text not null default '',
  unique (rail, direction, message_id)
);

create index rail_message_by_transfer on rail_message (ref_no, id) where ref_no is not null;
create index rail_message_to_take on rail_message (id) where direction = 'in' and outcome = 'received';
create trigger rail_message_stays before delete on rail_message
  for each row execute function refuse_change();
create trigger rail_message_is_not_emptied before truncate on rail_message
  for each statement execute function refuse_change();

-- The position up to which the list of a rail's files was read.
create table rail_cursor (
  rail text primary key check (rail in ('instapay', 'pesonet')),
  position text not null check (char_length(position) between 1 and 100),
  moved_at timestamptz not null,
  -- When the clearing house's list was last read to its end: everything reported by then is known.
  checked_at timestamptz
);

-- A rail's references of a transfer under way: an unreadable message may name it by one of them. A rail may call
-- several transfers alike ('NOTPROVIDED', a running number): such a name is none of any of them.
create table rail_reference (
  rail text not null check (rail in ('instapay', 'pesonet')),
  reference text not null,
  ref_no text not null references rail_transfer (ref_no),
  at timestamptz not null,
  primary key (rail, reference, ref_no)
);

create trigger rail_reference_stays before update or delete on rail_reference
  for each row execute function refuse_change();

-- Files of PESONet's list that could not be applied in their turn. What is behind them does not wait; each is
-- fetched again until it is applied.
create table pesonet_file_left (
  cursor bigint not null check (cursor > 0),
  name text not null check (name ~ '^[A-Za-z0-9_-][A-Za-z0-9._-]{0,79}$'),
  kind text not null check (kind in ('acknowledgement', 'advice', 'status', 'return', 'settlement', 'inward')),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  left_at timestamptz not null,
  -- Of the last time, of so many.
  failed_at timestamptz not null check (failed_at >= left_at),
  tries integer not null default 1 check (tries > 0),
  next_try_at timestamptz,
  taken_at timestamptz,
  primary key (cursor, name),
  check (num_nulls(next_try_at, taken_at) = 1)
);

create index pesonet_file_left_to_fetch on pesonet_file_left (next_try_at) where next_try_at is not null;
