-- Money that a member has locked on an own account: a hold of the ledger (reason 'money_lock'), so that nothing
-- takes it, whoever orders. Its amount is the hold's. It comes free when the member has approved that and a day has
-- passed, or at an office, by two people.
create table money_lock (
  hold_id bigint primary key references ledger_hold (id),
  member_id bigint not null references member (id),
  account_id bigint not null references member_account (id),
  -- When the member asked for its release, and from when on it is free; null while it stays locked.
  asked_at timestamptz,
  free_from timestamptz check (free_from > asked_at),
  -- 'freed' by time, at an 'office', or 'divided' into others on the same account.
  ended_at timestamptz,
  ended_for text check (ended_for in ('freed', 'office', 'divided')),
  check ((asked_at is null) = (free_from is null)),
  check ((ended_at is null) = (ended_for is null))
);

create index money_lock_by_member on money_lock (member_id) where ended_at is null;
create index money_lock_to_free on money_lock (free_from) where ended_at is null and free_from is not null;
create trigger money_lock_stays before delete on money_lock
  for each row execute function refuse_change();
create trigger money_lock_is_not_emptied before truncate on money_lock
  for each statement execute function refuse_change();
