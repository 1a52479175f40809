-- no transaction: ledger_account is large, and is written to while this goes on
-- Balances of control accounts are rolled up every ten seconds: they are few among the accounts of all members.
drop index concurrently if exists ledger_account_control;
create index concurrently ledger_account_control on ledger_account (id) where kind = 'control';
