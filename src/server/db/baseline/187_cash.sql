-- Cash at the counter: a teller's drawer, how it was counted, and the receipts of what came into it.

create table cash_drawer (
  id bigint generated always as identity primary key,
  office_id bigint not null references office (id),
  teller_staff_id bigint not null references staff (id),
  -- As they signed in then.
  teller text not null,
  -- 'differs': counted for good, with a difference that two people have yet to book.
  state text not null default 'open' check (state in ('open', 'differs', 'closed')),
  -- What it was opened with, out of the branch's vault: both are the account 1010.
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

create unique index cash_drawer_one_open on cash_drawer (teller_staff_id) where state = 'open';
create index cash_drawer_differing on cash_drawer (id) where state = 'differs';
create index cash_drawer_by_office on cash_drawer (office_id, id desc);
create trigger cash_drawer_is_final before delete or
  update of office_id, teller_staff_id, teller, float_centavos, opened_at
  on cash_drawer for each row execute function refuse_change();
create trigger cash_drawer_stays before truncate on cash_drawer
  for each statement execute function refuse_change();

-- How many pieces of each bill and coin there were as it was opened and closed; none has no row.
create table cash_count (
  drawer_id bigint not null references cash_drawer (id),
  moment text not null check (moment in ('open', 'close')),
  denomination_centavos integer not null
    check (denomination_centavos in (100000, 50000, 20000, 10000, 5000, 2000, 1000, 500, 100, 25, 10, 5, 1)),
  pieces integer not null check (pieces between 1 and 100000),
  primary key (drawer_id, moment, denomination_centavos)
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
-- and in a day, and with the word of a supervisor of the branch.
create table cash_limit (
  name text primary key check (name in ('teller_at_once', 'teller_daily', 'supervisor_at_once')),
  centavos bigint not null check (centavos between 0 and 99999999900)
);

insert into cash_limit (name, centavos) values
  ('teller_at_once', 5000000),
  ('teller_daily', 20000000),
  ('supervisor_at_once', 50000000);
