-- Which files a proof of a day knew of (reconciliation_run): one whose day has others by now is made again. By
-- what it saw, not by clocks. Null in proofs from before.
alter table reconciliation_proof add column run_ids bigint[];
