/* What of an account its member has locked: part of what is held, which is part of the balance. */
create or replace function locked_on(l ledger_account) returns bigint language sql stable
return case when l.hold_centavos = 0 then 0 else (
  select coalesce(sum(h.amount_centavos), 0)::bigint from ledger_hold h
  where h.ledger_account_id = l.id and h.released_at is null and h.reason = 'money_lock') end;
