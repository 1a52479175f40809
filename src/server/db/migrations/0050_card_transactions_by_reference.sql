-- no transaction: card_transaction is large, and is written to while this goes on
-- The details of one transaction, the lines of a statement and of what is settled are found by reference.
drop index concurrently if exists card_transaction_by_reference;
create index concurrently card_transaction_by_reference on card_transaction (ref_no);
