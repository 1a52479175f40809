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
  -- What the month's seal is over: SHA-256 of the salt and of all that the statement says (statement_text). The salt
  -- keeps whoever sees a leaf beside their own from guessing what it says.
  salt bytea not null check (octet_length(salt) = 32),
  leaf bytea not null check (octet_length(leaf) = 32),
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

-- The leaves of a month in the order of their ids, so many at a time: the root of each part of the month's tree. A
-- proof is read from its part and the roots of the others, and a sealing that is cut short goes on behind the last.
create table statement_block (
  month date not null references statement_month (month),
  block integer not null check (block >= 0),
  -- Statements of the month after the one id, up to the other.
  after_id bigint not null,
  last_id bigint not null check (last_id > after_id),
  leaves integer not null check (leaves > 0),
  root bytea not null check (octet_length(root) = 32),
  primary key (month, block)
);

create trigger statement_block_is_final before update or delete on statement_block
  for each row execute function refuse_change();
create trigger statement_block_stays before truncate on statement_block
  for each statement execute function refuse_change();

-- A month's record: the root over all of its statements, chained to the record of the month before. Made once, when
-- the month has all of its statements; it gets none after that.
create table statement_seal (
  month date primary key references statement_month (month),
  -- The month before, but in the first record.
  former_month date,
  former_hash bytea not null check (octet_length(former_hash) = 32),
  leaves integer not null check (leaves >= 0),
  root bytea not null check (octet_length(root) = 32),
  -- To the millisecond, as the record has it.
  made_at timestamptz(3) not null,
  -- SHA-256 of the record's text (statement_seal_text).
  hash bytea not null check (octet_length(hash) = 32),
  unique (month, hash),
  foreign key (former_month, former_hash) references statement_seal (month, hash),
  check (former_month = (month - interval '1 month')::date),
  check (former_month is not null or former_hash = decode(repeat('00', 32), 'hex'))
);

create unique index statement_seal_first on statement_seal ((true)) where former_month is null;
create trigger statement_seal_is_final before update or delete on statement_seal
  for each row execute function refuse_change();
create trigger statement_seal_stays before truncate on statement_seal
  for each statement execute function refuse_change();

-- The signature of a record: by the API, which has the key, when the records are first asked for.
create table statement_seal_signature (
  month date primary key references statement_seal (month),
  -- DER
  certificate bytea not null,
  signature bytea not null,
  made_at timestamptz not null
);

create trigger statement_seal_signature_is_final before update or delete on statement_seal_signature
  for each row execute function refuse_change();
create trigger statement_seal_signature_stays before truncate on statement_seal_signature
  for each statement execute function refuse_change();
