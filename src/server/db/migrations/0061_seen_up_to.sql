-- From which transaction on rows were not seen by this look at the books: the next one goes on there.
alter table invariant_run add column seen_up_to xid8;
