-- A purchase that the issuer approved takes the money from the card at once and is settled days later:
-- until then it is pending. Everything else is posted when it is told.
alter table card_transaction
  add column status text not null default 'posted' check (status in ('pending', 'posted'));
