-- What a look at the books found right: balances of control accounts and totals of the newest days, with their marks.
-- The next look adds up what came since instead of everything. Only the newest runs keep theirs.
alter table invariant_run add column figures jsonb;
