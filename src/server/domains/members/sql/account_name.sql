/* What an account is called on the screens and receipts. */
create or replace function account_name(p_product text) returns text language sql immutable as $$
  select case p_product
    when 'me' then 'Capital Contribution'
    when 'savings' then 'Savings Deposit'
    else 'Cash Advance Storage Account' end
$$;
