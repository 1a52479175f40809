-- Money that leaves a card: to another card account of ours, and to other banks over InstaPay and PESONet.
-- A transfer's row says what the member sees; rail_transfer says how far the rail has come with it.

alter table transfer
  alter column source_account_id drop not null,
  alter column load_month drop not null,
  -- Of a transfer from card to card: who receives it.
  add column destination_card_id bigint,
  add column destination_member_id bigint,
  add constraint transfer_kinds check (kind in ('own', 'card', 'instapay', 'pesonet')) not valid,
  -- 'own' counts toward the load of the card it comes to, 'card' toward the receiver's, in load_month.
  add constraint transfer_ends check (case kind
    when 'own' then source_account_id is not null and load_month is not null
    when 'card' then destination_card_id is not null and destination_member_id is not null and load_month is not null
    else source_account_id is null and load_month is null end) not valid,
  -- One under way has a time to look at it. One that another bank credited may come back: until the money
  -- is on the card again it stays credited, and has a time to look at it.
  add constraint transfer_states check (case
    when state in ('accepted', 'sent', 'unknown')
      then next_inquiry_at is not null and credited_at is null and returned_at is null
    when state = 'credited' then credited_at is not null and returned_at is null
      and (next_inquiry_at is null or kind in ('instapay', 'pesonet'))
    when state = 'returned' then returned_at is not null and next_inquiry_at is null
      and (credited_at is null or kind in ('instapay', 'pesonet'))
    else false end) not valid;
alter table transfer validate constraint transfer_kinds;
alter table transfer validate constraint transfer_ends;
alter table transfer validate constraint transfer_states;
alter table transfer drop constraint transfer_kind_check, drop constraint transfer_state;

alter table transfer_step
  add constraint transfer_steps check (state in ('sent', 'unknown', 'credited', 'returned', 'debited', 'batched',
    'acknowledged', 'settled', 'held', 'rejected', 'giving_back', 'credited_late')) not valid,
  add constraint transfer_step_sources check (via in ('job', 'inquiry', 'callback', 'file', 'timer', 'staff')) not valid;
alter table transfer_step validate constraint transfer_steps;
alter table transfer_step validate constraint transfer_step_sources;
alter table transfer_step drop constraint transfer_step_state_check, drop constraint transfer_step_via_check;

alter table transfer_exception
  add constraint transfer_exception_kinds check (kind in ('credited_after_return', 'refused_after_credit', 'wrong_amount',
    'unknown_reference', 'wrong_account', 'returned_again', 'unreadable', 'unanswered', 'not_given_back')) not valid;
alter table transfer_exception validate constraint transfer_exception_kinds;
alter table transfer_exception drop constraint transfer_exception_kind_check;

-- The figures that are enforced; the texts that the forms show are made from them.
create table transfer_limit (
  name text primary key check (name in ('instapay_fee', 'pesonet_fee', 'card_to_card_fee', 'instapay_most',
    'pesonet_most', 'card_to_card_most', 'other_bank_daily', 'other_bank_monthly')),
  centavos bigint not null check (centavos between 0 and 99999999900)
);
-- What staff had set before stays in force (transfer_setting holds it as text, 'PHP 50,000.00').
insert into transfer_limit (name, centavos)
  select named.name, coalesce((
      select (regexp_replace(s.value, '[^0-9.]', '', 'g')::numeric * 100)::bigint
      from transfer_setting s where s.name = named.setting and s.value ~ '[0-9]'), named.centavos)
  from (values
    ('instapay_fee', 'rawTransferToOtherBankInstaPayFee', 1000),
    ('pesonet_fee', 'rawTransferToOtherBankPesonetFee', 1000),
    ('card_to_card_fee', null, 0),
    ('instapay_most', 'transferToOtherBanksInstaPayTxnLimit', 5000000),
    ('pesonet_most', null, 5000000),
    ('card_to_card_most', null, 5000000),
    ('other_bank_daily', 'transferToOtherBankDailyLimit', 10000000),
    ('other_bank_monthly', 'transferToOtherBankMonthlyLimit', 50000000)
  ) as named (name, setting, centavos);

-- What a member sent to other banks in a Manila day ('yyyy-MM-dd') or month ('yyyy-MM'), fees aside. What
-- did not arrive is taken out again of the day and month it was counted in.
create table transfer_total (
  member_id bigint not null,
  period text not null check (period ~ '^[0-9]{4}-[0-9]{2}(-[0-9]{2})?$'),
  sent_centavos bigint not null check (sent_centavos >= 0),
  primary key (member_id, period)
) with (fillfactor = 50);

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
  state text not null check (state in ('cut', 'sent', 'acknowledged', 'settled', 'abolished')),
  item_count integer not null check (item_count > 0),
  total_centavos bigint not null check (total_centavos > 0),
  body text not null,
  body_sha256 bytea not null,
  cut_at timestamptz not null,
  sent_at timestamptz,
  -- When the clearing house said that it is cleared: the two hours of a refund begin.
  advised_at timestamptz,
  next_try_at timestamptz,
  unique (cycle_day, cycle_no, part)
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
  -- Whether the issuer has taken amount and fee from the card account, and given them back.
  issuer_leg text not null default 'asked' check (issuer_leg in ('asked', 'taken', 'refused', 'given_back')),
  -- What the rail has said so far. Order and repetition make no other end (transfers/rails/railStates.ts).
  has_acknowledged boolean not null default false,
  has_settled boolean not null default false,
  has_credited boolean not null default false,
  has_rejected boolean not null default false,
  has_returned boolean not null default false,
  is_held boolean not null default false,
  -- The code of the answer that ended it (data/rail-codes.json).
  reason_code text,
  -- Of PESONet: the cycle that takes it, by when it is credited, and the file it went in.
  cycle_day date,
  cycle_no integer references pesonet_cycle (no),
  credit_by timestamptz,
  batch_id bigint references pesonet_batch (id),
  asked_at timestamptz,
  -- When the money must be back at the latest if nobody says that it arrived (BSP Circular 1195).
  refund_due_at timestamptz,
  -- Given back because nobody answered: a success that is told afterwards is a loss to recover.
  is_refunded_unconfirmed boolean not null default false,
  check ((rail = 'pesonet') = (cycle_day is not null and cycle_no is not null and credit_by is not null))
);
create index rail_transfer_to_batch on rail_transfer (cycle_day, cycle_no) where rail = 'pesonet' and batch_id is null;
create index rail_transfer_by_batch on rail_transfer (batch_id) where batch_id is not null;
create index rail_transfer_of_day on rail_transfer (cycle_day) where cycle_day is not null;

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
create function rail_message_keeps() returns trigger language plpgsql as $$
begin
  if (new.rail, new.direction, new.type, new.message_id, new.body, new.at)
      is distinct from (old.rail, old.direction, old.type, old.message_id, old.body, old.at)
      or coalesce(old.outcome, 'received') <> 'received' then
    raise exception 'a message of a rail is final';
  end if;
  return new;
end $$;
create trigger rail_message_keeps before update on rail_message
  for each row execute function rail_message_keeps();
create trigger rail_message_stays before delete on rail_message
  for each row execute function refuse_change();
create trigger rail_message_is_not_emptied before truncate on rail_message
  for each statement execute function refuse_change();

-- People a member sends to.
create table saved_recipient (
  id uuid primary key,
  member_id bigint not null references member (id),
  kind text not null check (kind in ('card', 'instapay', 'pesonet')),
  bank_id bigint references bank (id),
  account_number text not null check (account_number ~ '^[0-9]{1,34}$'),
  account_name text not null check (char_length(account_name) between 1 and 140),
  nickname text not null default '' check (char_length(nickname) <= 40),
  saved_at timestamptz not null,
  last_used_at timestamptz not null,
  check ((kind = 'card') = (bank_id is null)),
  unique nulls not distinct (member_id, kind, bank_id, account_number)
);
create index saved_recipient_by_member on saved_recipient (member_id, last_used_at desc);
