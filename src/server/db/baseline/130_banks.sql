-- Institutions that take transfers over InstaPay or PESONet. A new table begins with those of data/live/banks.json
-- (transfers/rails/bank.rows.ts).
create table bank (
  id bigint primary key,
  code text not null unique,
  bank_name text not null,
  takes_instapay boolean not null,
  takes_pesonet boolean not null,
  instapay_bic text,
  pesonet_bic text,
  popular_rank integer,
  is_active boolean not null default true,
  -- How people call a bank, and how long its account numbers usually are (data/live/banks.json): the form warns
  -- of another length and takes it all the same.
  short_name text not null default '' check (char_length(short_name) <= 40),
  min_digits integer not null default 8,
  max_digits integer not null default 16,
  constraint bank_digits check (min_digits between 1 and max_digits and max_digits <= 34)
);
