-- Monthly statements: made once for each account after a month's end, from the ledger, and kept. Written by
-- statement_make() alone; the lines of one are the postings between its two marks, which the ledger keeps.

-- A month, and how far its statements are: the next batch begins behind this account.
create table statement_month (
  month date primary key check (extract(day from month) = 1),
  through_account_id bigint not null default 0,
  statements integer not null default 0,
  begun_at timestamptz not null,
  ended_at timestamptz
);

create trigger statement_month_stays before delete on statement_month
  for each row execute function refuse_change();
create trigger statement_month_stays_whole before truncate on statement_month
  for each statement execute function refuse_change();

-- The capital contribution is one account of two in the ledger; others have no fixed part, and its marks are 0.
create table account_statement (
  id bigint generated always as identity primary key,
  account_id bigint not null references member_account (id),
  month date not null check (extract(day from month) = 1),
  -- The month before, but in an account's first statement.
  former_month date,
  opening_centavos bigint not null check (opening_centavos >= 0),
  in_centavos bigint not null check (in_centavos >= 0),
  out_centavos bigint not null check (out_centavos >= 0),
  closing_centavos bigint not null check (closing_centavos >= 0),
  entries integer not null check (entries >= 0),
  -- Its lines: postings after the one mark, up to the other.
  after_posting_id bigint not null,
  last_posting_id bigint not null check (last_posting_id >= after_posting_id),
  after_fixed_posting_id bigint not null,
  last_fixed_posting_id bigint not null check (last_fixed_posting_id >= after_fixed_posting_id),
  made_at timestamptz not null,
  unique (account_id, month),
  check (closing_centavos = opening_centavos + in_centavos - out_centavos),
  -- Statements of an account hang together: each begins with the balance, and behind the posting, with which that
  -- of the month before ended. The first begins with nothing.
  unique (account_id, month, closing_centavos, last_posting_id, last_fixed_posting_id),
  foreign key (account_id, former_month, opening_centavos, after_posting_id, after_fixed_posting_id)
    references account_statement (account_id, month, closing_centavos, last_posting_id, last_fixed_posting_id),
  check (former_month = (month - interval '1 month')::date),
  check (former_month is not null
    or (opening_centavos, after_posting_id, after_fixed_posting_id) = (0, 0, 0))
);

create unique index account_statement_first on account_statement (account_id) where former_month is null;
create trigger account_statement_is_final before update or delete on account_statement
  for each row execute function refuse_change();
create trigger account_statement_stays before truncate on account_statement
  for each statement execute function refuse_change();

-- The signed document of a statement in a language: made when it is first asked for, and from then on this one.
create table account_statement_file (
  statement_id bigint not null references account_statement (id),
  language text not null check (language in ('en', 'fil')),
  bytes bytea not null,
  -- SHA-256 of the code that stands on it, by which whoever holds the paper has it checked.
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  made_at timestamptz not null,
  primary key (statement_id, language)
);

create trigger account_statement_file_is_final before update or delete on account_statement_file
  for each row execute function refuse_change();
create trigger account_statement_file_stays before truncate on account_statement_file
  for each statement execute function refuse_change();
