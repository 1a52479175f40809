-- Files of PESONet's list that could not be taken in their turn. What is behind them does not wait; each is
-- fetched again until it is taken.
create table pesonet_file_left (
  cursor bigint not null check (cursor > 0),
  name text not null check (name ~ '^[A-Za-z0-9_-][A-Za-z0-9._-]{0,79}$'),
  kind text not null check (kind in ('acknowledgement', 'advice', 'status', 'return', 'settlement')),
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

-- A file of ours whose name or ids the clearing house knows as another file's.
alter table pesonet_batch
  add constraint pesonet_batch_states
    check (state in ('cut', 'sent', 'acknowledged', 'settled', 'abolished', 'withdrawn')) not valid,
  -- When the house said so last; null once it has taken the file.
  add column reused_at timestamptz,
  -- How many of the file's transfers the house said that it has, in whatever file.
  add column held_count integer check (held_count >= 0),
  -- When it said that; null from each further try to hand the file in until it says so again.
  add column held_said_at timestamptz,
  add constraint pesonet_batch_is_reused check (reused_at is not null or num_nonnulls(held_count, held_said_at) = 0),
  add constraint pesonet_batch_is_withdrawn check (state <> 'withdrawn' or next_try_at is null);
alter table pesonet_batch validate constraint pesonet_batch_states;
alter table pesonet_batch drop constraint pesonet_batch_state_check;

alter table transfer_exception
  add constraint transfer_exception_kinds_known check (kind in ('credited_after_return', 'refused_after_credit',
    'wrong_amount', 'unknown_reference', 'wrong_account', 'returned_again', 'unreadable', 'unanswered',
    'not_given_back', 'taken_after_return', 'file_reused')) not valid;
alter table transfer_exception validate constraint transfer_exception_kinds_known;
alter table transfer_exception drop constraint transfer_exception_is_of_a_kind;

-- A file has the transfers of every branch: whoever works for all of them asks for it and decides it.
insert into role_action (role, action, scope) values
  ('supervisor', 'request.withdraw_pesonet_file', 'all'),
  ('fraud_officer', 'request.withdraw_pesonet_file', 'all'),
  ('supervisor', 'decide.withdraw_pesonet_file', 'all'),
  ('fraud_officer', 'decide.withdraw_pesonet_file', 'all');
