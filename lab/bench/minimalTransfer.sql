-- The least a double-entry transfer can be in PostgreSQL: one call, one transaction, one transfer row,
-- two posting rows, two balances locked in id order and checked. What our route is compared with.
create schema minimal;

create table minimal.account (
  id bigint primary key,
  balance bigint not null,
  floor bigint not null default 0
) with (fillfactor = 50);

create table minimal.transfer (
  id bigint generated always as identity primary key,
  from_id bigint not null,
  to_id bigint not null,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default now()
);

create table minimal.posting (
  id bigint generated always as identity primary key,
  transfer_id bigint not null,
  account_id bigint not null,
  amount bigint not null,
  balance_after bigint not null,
  created_at timestamptz not null default now()
);
create index on minimal.posting (account_id, id desc);

create function minimal.move(p_from bigint, p_to bigint, p_amount bigint) returns bigint language plpgsql as $$
declare
  from_balance bigint;
  to_balance bigint;
  transfer_id bigint;
begin
  if p_from < p_to then
    update minimal.account set balance = balance - p_amount
      where id = p_from and balance - p_amount >= floor returning balance into from_balance;
    update minimal.account set balance = balance + p_amount where id = p_to returning balance into to_balance;
  else
    update minimal.account set balance = balance + p_amount where id = p_to returning balance into to_balance;
    update minimal.account set balance = balance - p_amount
      where id = p_from and balance - p_amount >= floor returning balance into from_balance;
  end if;
  if from_balance is null or to_balance is null then
    raise exception 'not enough, or no such account';
  end if;
  insert into minimal.transfer (from_id, to_id, amount) values (p_from, p_to, p_amount) returning id into transfer_id;
  insert into minimal.posting (transfer_id, account_id, amount, balance_after)
    values (transfer_id, p_from, -p_amount, from_balance), (transfer_id, p_to, p_amount, to_balance);
  return transfer_id;
end $$;

insert into minimal.account (id, balance) select id, 1000000000 from generate_series(1, 10000) as id;
analyze minimal.account;
