-- Entries balance, in each book, whoever inserts the postings.
create or replace function posting_balances() returns trigger language plpgsql as $$
begin
  if exists (
    select from (
      select p.journal_entry_id,
        (select a.book from public.ledger_account a where a.id = p.ledger_account_id) as book,
        case p.side when 'D' then p.amount_centavos when 'C' then -p.amount_centavos end as debit
      from new_posting p
    ) line
    group by journal_entry_id, book
    having book is null or sum(debit) <> 0 or count(debit) <> count(*)
  ) then
    raise exception 'the entry does not balance in each book' using errcode = 'BK002';
  end if;
  return null;
end $$;
create or replace trigger posting_balances after insert on posting
  referencing new table as new_posting for each statement execute function posting_balances();
