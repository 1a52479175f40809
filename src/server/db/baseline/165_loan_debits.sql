-- Automatic debits: what falls due of a loan is taken from an account of the member's own on its due day.

-- A member's word, from when it stands until when. One stands for a loan at a time.
create table automatic_debit (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loan (id),
  account_id bigint not null references member_account (id),
  -- Due days after this one are debited; earlier ones only where they have a row, taken over from the account before.
  begun_on date not null,
  begun_at timestamptz not null,
  ended_at timestamptz,
  ended_for text check (ended_for in ('stopped', 'replaced', 'loan_ended')),
  check ((ended_at is null) = (ended_for is null))
);

create unique index automatic_debit_stands on automatic_debit (loan_id) where ended_at is null;
create index automatic_debit_by_account on automatic_debit (account_id);

-- What became of a due day, one row for each. 'announced' until the money is there or the day is over.
create table automatic_debit_day (
  debit_id bigint not null references automatic_debit (id),
  due_on date not null,
  -- What the member was told: no more is taken.
  amount_centavos bigint not null check (amount_centavos >= 0),
  state text not null default 'announced' check (state in ('announced', 'paid', 'nothing_due', 'unpaid', 'stopped')),
  announced_at timestamptz not null,
  tries integer not null default 0 check (tries >= 0),
  tried_at timestamptz,
  -- Of the payment that it is.
  payment_id bigint unique references loan_payment (id),
  primary key (debit_id, due_on),
  check ((state = 'paid') = (payment_id is not null)),
  check ((tries = 0) = (tried_at is null))
);

create index automatic_debit_day_open on automatic_debit_day (due_on) where state = 'announced';
