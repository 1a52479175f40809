-- Which keys a process has in hand, and as what, by their ids. Null for a program of a former release.
alter table process_sign add column key_ids text[];
