-- Cash at the counter: the vault of a branch and its tellers' drawers, what moved between them and how it was counted, and
-- the receipts of what came into a drawer.

-- What the vault of a branch holds: what all that moved in and out of it comes to (cash_move). It is there once it was counted.
create table cash_vault (
  office_id bigint primary key references office (id),
  inside_centavos bigint not null check (inside_centavos >= 0),
  -- How often something moved in or out.
  moves bigint not null default 0,
  opened_at timestamptz not null
);

create trigger cash_vault_is_final before delete or update of office_id, opened_at
  on cash_vault for each row execute function refuse_change();
create trigger cash_vault_stays before truncate on cash_vault
  for each statement execute function refuse_change();

create table cash_drawer (
  id bigint generated always as identity primary key,
  office_id bigint not null references office (id),
  teller_staff_id bigint not null references staff (id),
  -- As they signed in then.
  teller text not null,
  -- 'returning': counted as it should be, and the vault has yet to take it; 'differs': counted for good, with a difference
  -- that two people have yet to book. A drawer that is closed is empty.
  state text not null default 'open' check (state in ('open', 'returning', 'differs', 'closed')),
  -- What it was opened with, out of the branch's vault.
  float_centavos bigint not null check (float_centavos >= 0),
  opened_at timestamptz not null,
  closed_at timestamptz check (closed_at >= opened_at),
  counted_centavos bigint check (counted_centavos >= 0),
  -- What two people booked of a count that differed.
  difference_entry_id bigint unique references journal_entry (id),
  check ((state <> 'open') = (num_nulls(closed_at, counted_centavos) = 0)),
  check (difference_entry_id is null or state = 'closed'),
  check ((state = 'open') = (num_nulls(closed_at, counted_centavos) = 2))
);

create unique index cash_drawer_one_open on cash_drawer (teller_staff_id) where state in ('open', 'returning');
create index cash_drawer_differing on cash_drawer (id) where state = 'differs';
create index cash_drawer_with_cash on cash_drawer (office_id) where state <> 'closed';
create index cash_drawer_by_office on cash_drawer (office_id, id desc);
create trigger cash_drawer_is_final before delete or
  update of office_id, teller_staff_id, teller, float_centavos, opened_at
  on cash_drawer for each row execute function refuse_change();
create trigger cash_drawer_stays before truncate on cash_drawer
  for each statement execute function refuse_change();

-- Cash that one person counts and another confirms: between vault and drawer, between vault and bank, and the vault itself.
create table cash_move (
  id bigint generated always as identity primary key,
  office_id bigint not null references office (id),
  -- Out of the vault: 'float' opens a drawer, 'fill' puts more into one, 'to_bank'. Into it: 'drop' out of an open drawer,
  -- 'return' of all that one was closed with, 'from_bank'. 'opening' is its first count, 'count' each later one.
  kind text not null
    check (kind in ('opening', 'float', 'fill', 'drop', 'return', 'to_bank', 'from_bank', 'count')),
  amount_centavos bigint not null check (amount_centavos >= 0),
  drawer_id bigint references cash_drawer (id),
  -- Who asked does not keep the vault: who confirms it does.
  needs_keeper boolean not null,
  -- What the bank calls it.
  slip text,
  -- 'differs': counted for good, other than it should be; 'ended' by whoever asked, or with its drawer.
  state text not null default 'waiting' check (state in ('waiting', 'differs', 'done', 'refused', 'ended')),
  asked_by_staff_id bigint not null references staff (id),
  asked_by text not null,
  asked_at timestamptz not null,
  decided_by_staff_id bigint references staff (id),
  decided_by text,
  decided_at timestamptz check (decided_at >= asked_at),
  -- Of a count of the vault that was confirmed: what should have been in it.
  expected_centavos bigint check (expected_centavos >= 0),
  journal_entry_id bigint unique references journal_entry (id),
  -- Of a count: how often something had moved in the vault when it was counted.
  vault_moves bigint,
  -- Of what somebody asked for by itself, not with a drawer.
  idempotency_key text,
  constraint cash_move_once unique (asked_by_staff_id, idempotency_key),
  check ((kind = 'count') = (vault_moves is not null)),
  check ((kind in ('to_bank', 'from_bank')) = (slip is not null)),
  check (kind in ('opening', 'count') or amount_centavos > 0 or kind in ('float', 'return')),
  check (case when kind in ('fill', 'drop', 'return') then drawer_id is not null
    when kind = 'float' then (drawer_id is not null) = (state = 'done') else drawer_id is null end),
  check (state <> 'differs' or kind in ('return', 'count')),
  check (case when state = 'waiting' then num_nonnulls(decided_by_staff_id, decided_by, decided_at) = 0
    when state in ('done', 'refused') then num_nulls(decided_by_staff_id, decided_by, decided_at) = 0 else true end),
  -- Never one person alone.
  constraint cash_move_by_two check (state not in ('done', 'refused') or decided_by_staff_id <> asked_by_staff_id),
  check (expected_centavos is null or kind = 'count'),
  check (state <> 'done' or (journal_entry_id is not null) =
    (kind in ('to_bank', 'from_bank') or kind = 'opening' and amount_centavos > 0
      or kind = 'count' and amount_centavos <> expected_centavos))
);

create unique index cash_move_one_opening on cash_move (office_id) where kind = 'opening' and state = 'done';
create unique index cash_move_one_float on cash_move (asked_by_staff_id) where kind = 'float' and state = 'waiting';
create unique index cash_move_one_return on cash_move (drawer_id) where kind = 'return' and state in ('waiting', 'differs', 'done');
create index cash_move_waiting on cash_move (office_id, id) where state in ('waiting', 'differs');
create index cash_move_by_office on cash_move (office_id, id desc);
create index cash_move_by_drawer on cash_move (drawer_id) where drawer_id is not null;
create trigger cash_move_is_final before delete or
  update of office_id, kind, amount_centavos, needs_keeper, slip, asked_by_staff_id, asked_by, asked_at, vault_moves,
    idempotency_key
  on cash_move for each row execute function refuse_change();
create trigger cash_move_ends_once before update on cash_move
  for each row when (old.state in ('done', 'refused', 'ended')) execute function refuse_change();
create trigger cash_move_stays before truncate on cash_move
  for each statement execute function refuse_change();

-- How many pieces of each bill and coin were counted; none has no row.
create table cash_count (
  move_id bigint not null references cash_move (id),
  denomination_centavos integer not null
    check (denomination_centavos in (100000, 50000, 20000, 10000, 5000, 2000, 1000, 500, 100, 25, 10, 5, 1)),
  pieces integer not null check (pieces between 1 and 100000),
  primary key (move_id, denomination_centavos)
);

create trigger cash_count_is_final before update or delete on cash_count
  for each row execute function refuse_change();
create trigger cash_count_stays before truncate on cash_count
  for each statement execute function refuse_change();

-- One row a receipt. Each branch numbers its own, from 1 and without a gap.
create table cash_receipt (
  id bigint generated always as identity primary key,
  office_id bigint not null references office (id),
  number bigint not null check (number between 1 and 9999999),
  -- 'CR-0001-0000012': what its entry in the books is called, too.
  receipt_no text not null unique,
  drawer_id bigint not null references cash_drawer (id),
  teller_staff_id bigint not null references staff (id),
  -- What it was paid into: an account of a member's, or a loan.
  account_id bigint references member_account (id),
  loan_id bigint references loan (id),
  -- Paid out of the drawer, not into it.
  is_withdrawal boolean not null default false check (not is_withdrawal or account_id is not null),
  amount_centavos bigint not null check (amount_centavos > 0),
  taken_at timestamptz not null,
  journal_entry_id bigint not null unique references journal_entry (id),
  -- Chosen by the teller's form: a repeat is the same receipt.
  idempotency_key text not null,
  printed integer not null default 0 check (printed >= 0),
  unique (office_id, number),
  check (num_nonnulls(account_id, loan_id) = 1),
  constraint cash_receipt_once unique (teller_staff_id, idempotency_key)
);

create index cash_receipt_by_drawer on cash_receipt (drawer_id, id desc);
create trigger cash_receipt_is_final before delete or
  update of office_id, number, receipt_no, drawer_id, teller_staff_id, account_id, loan_id, is_withdrawal, amount_centavos, taken_at,
    journal_entry_id, idempotency_key
  on cash_receipt for each row execute function refuse_change();
create trigger cash_receipt_stays before truncate on cash_receipt
  for each statement execute function refuse_change();

-- A withdrawal that its member is asked about: the teller is told the code of a text, or the member approves in the portal.
-- It waits for a few minutes; after that it counts for nothing, whatever its state says.
create table cash_withdrawal (
  id uuid primary key,
  drawer_id bigint not null references cash_drawer (id),
  teller_staff_id bigint not null references staff (id),
  account_id bigint not null references member_account (id),
  member_id bigint not null references member (id),
  amount_centavos bigint not null check (amount_centavos > 0),
  asked_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > asked_at),
  -- The code that was texted (otp_challenge); none where the member has no number, or the policy takes no code.
  pin_id uuid unique,
  -- 'refused' by the member; 'ended' by the teller, or by another that was asked for in its place.
  state text not null default 'waiting' check (state in ('waiting', 'paid', 'refused', 'ended')),
  decided_at timestamptz check (decided_at >= asked_at),
  receipt_id bigint unique references cash_receipt (id),
  check ((state = 'waiting') = (decided_at is null)),
  check ((state = 'paid') = (receipt_id is not null))
);

create unique index cash_withdrawal_one_waiting on cash_withdrawal (member_id) where state = 'waiting';
create index cash_withdrawal_paid_by on cash_withdrawal (teller_staff_id, decided_at) where state = 'paid';
create trigger cash_withdrawal_is_final before delete or
  update of id, drawer_id, teller_staff_id, account_id, member_id, amount_centavos, asked_at, expires_at, pin_id
  on cash_withdrawal for each row execute function refuse_change();
create trigger cash_withdrawal_ends_once before update on cash_withdrawal
  for each row when (old.state <> 'waiting') execute function refuse_change();
create trigger cash_withdrawal_stays before truncate on cash_withdrawal
  for each statement execute function refuse_change();

-- How much cash who may pay out, as two people set it (transfer_setting): a teller with the member's approval alone, at once
-- and in a day, and with the word of a supervisor of the branch. And how much is to be in a drawer and in a vault: above it is
-- said so, and nothing refused.
create table cash_limit (
  name text primary key check (name in ('teller_at_once', 'teller_daily', 'supervisor_at_once', 'in_drawer', 'in_vault')),
  centavos bigint not null check (centavos between 0 and 99999999900)
);

insert into cash_limit (name, centavos) values
  ('teller_at_once', 5000000),
  ('teller_daily', 20000000),
  ('supervisor_at_once', 50000000),
  ('in_drawer', 30000000),
  ('in_vault', 500000000);
