-- What members earn: interest on savings, accrued each day and credited each month, and the dividend on the
-- capital contribution, declared for a year. Days of a run, its lines and their amounts are written by the
-- functions in earnings/sql alone.

-- Rates by product and month: those of data/live/earning-rates.json, which migrating writes. Percent a year in
-- thousandths: 1000 is 1 %. Of a product whose rate is declared for each year both rate and day count are null.
create table earning_rate (
  product text not null check (product in ('me', 'savings', 'storage')),
  -- The first of a month: no month has two.
  valid_from date not null check (extract(day from valid_from) = 1),
  rate_thousandths integer check (rate_thousandths between 0 and 100000),
  -- Interest of a day is a year's by so many days.
  day_basis integer check (day_basis in (360, 365)),
  -- At the end of a day with less nothing is earned.
  minimum_centavos bigint not null check (minimum_centavos >= 0),
  -- Withheld of what is earned, and final.
  tax_thousandths integer not null check (tax_thousandths between 0 and 100000),
  source text not null check (source <> ''),
  -- Known at second hand: counsel is to confirm it.
  must_confirm boolean not null,
  primary key (product, valid_from),
  check ((rate_thousandths is null) = (product = 'me') and (day_basis is null) = (rate_thousandths is null))
);

-- The first day that earns interest here: the one on which this began to run. What was earned before is the
-- former books'. One row.
create table interest_start (
  only_row boolean primary key default true check (only_row),
  day date not null
);

create trigger interest_start_is_final before update or delete on interest_start
  for each row execute function refuse_change();
create trigger interest_start_stays before truncate on interest_start
  for each statement execute function refuse_change();

-- What a product accrued in a day, booked in one entry: its accounts at the day's end.
create table interest_day (
  product text not null,
  day date not null,
  rate_thousandths integer not null,
  day_basis integer not null,
  -- Accounts that held enough, and what they held.
  accounts integer not null check (accounts >= 0),
  counted_centavos bigint not null check (counted_centavos >= 0),
  -- What the days of the month come to with this one, less what they came to before it.
  accrued_centavos bigint not null check (accrued_centavos >= 0),
  entry_reference text not null,
  primary key (product, day)
);

create trigger interest_day_is_final before update or delete on interest_day
  for each row execute function refuse_change();
create trigger interest_day_stays before truncate on interest_day
  for each statement execute function refuse_change();

-- What all accounts of a product earned in a period.
create table earning_run (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('interest', 'dividend')),
  product text not null,
  period_from date not null,
  period_to date not null,
  -- As they were when it was asked for.
  rate_thousandths integer not null check (rate_thousandths between 0 and 100000),
  day_basis integer not null check (day_basis between 360 and 366),
  minimum_centavos bigint not null,
  tax_thousandths integer not null check (tax_thousandths between 0 and 100000),
  state text not null default 'asked'
    check (state in ('asked', 'reckoned', 'posting', 'posted', 'reversing', 'reversed', 'dropped')),
  made_by text not null,
  made_at timestamptz not null,
  -- Found by the reckoning: accounts of the product, and what they held at the end of the period, as the books
  -- say too; those that earned something, and how much.
  accounts integer not null default 0,
  closing_centavos bigint not null default 0,
  lines integer not null default 0,
  gross_centavos bigint not null default 0,
  tax_centavos bigint not null default 0,
  reckoned_at timestamptz,
  -- Lines up to here are in the books, and up to here their mirrors.
  posted_line integer not null default 0 check (posted_line between 0 and lines),
  reversed_line integer not null default 0 check (reversed_line between 0 and posted_line),
  -- Of a reversed run: what members kept of it, as they no longer had it.
  kept_lines integer not null default 0,
  kept_centavos bigint not null default 0,
  -- The day its entries count.
  posts_on date,
  approved_by text,
  posted_at timestamptz,
  -- Whether another run takes its place at once.
  is_repeated boolean not null default false,
  reversal_by text,
  reversed_at timestamptz,
  check (period_to >= period_from and date_trunc('year', period_from) = date_trunc('year', period_to)),
  check ((reckoned_at is null) = (state = 'asked') or state = 'dropped'),
  check (posts_on is not null or state in ('asked', 'reckoned', 'dropped')),
  check (posted_at is null or posted_line = lines)
);

-- Of a product and a period one run is alive.
create unique index earning_run_once on earning_run (kind, product, period_to)
  where state not in ('reversed', 'dropped');
create trigger earning_run_stays before delete on earning_run
  for each row execute function refuse_change();
create trigger earning_run_stays_whole before truncate on earning_run
  for each statement execute function refuse_change();

-- What one account earned in a run, in the order of the accounts' locks.
create table earning_line (
  run_id bigint not null references earning_run (id),
  line integer not null check (line > 0),
  account_id bigint not null references member_account (id),
  -- Where it is credited.
  ledger_account_id bigint not null,
  -- What the account held at the end of each day on which it was enough, summed, and how many days those are.
  day_centavos numeric not null check (day_centavos > 0),
  days integer not null check (days > 0),
  gross_centavos bigint not null check (gross_centavos > 0),
  tax_centavos bigint not null check (tax_centavos between 0 and gross_centavos),
  -- The run was reversed, and the account no longer had it.
  is_kept boolean not null default false,
  primary key (run_id, line),
  unique (run_id, account_id)
);

create trigger earning_line_stays before truncate on earning_line
  for each statement execute function refuse_change();
