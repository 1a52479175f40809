-- Loans that the work of a day could not be done to. All others go on without them; each is tried again from
-- there until it is caught up.
create table loan_in_trouble (
  loan_id bigint not null references loan (id),
  day date not null,
  stage text not null check (stage in ('accrual', 'penalty', 'ageing')),
  reason text not null,
  left_at timestamptz not null,
  -- Of the last time, of so many.
  failed_at timestamptz not null check (failed_at >= left_at),
  tries integer not null default 1 check (tries > 0),
  caught_up_at timestamptz,
  primary key (loan_id, day, stage)
);
create unique index loan_in_trouble_open on loan_in_trouble (loan_id) where caught_up_at is null;
