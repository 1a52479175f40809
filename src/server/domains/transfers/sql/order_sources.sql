/*
 * What an order leaves: the member's card, or the own account that it names, where its kind may leave one; no row where
 * there is none. One of `c` and `account_id` is null.
 */
create or replace function order_source(k transfer_kind, p_member_id bigint, p_source_account text)
returns table (c card, card_id bigint, account_id bigint, name text, account_no text, ledger_id bigint)
language sql stable
begin atomic
  select c, c.id, null::bigint, null::text, c.account_no, c.ledger_account_id
    from card c where p_source_account is null and c.member_id = p_member_id
  union all
  select null::card, null::bigint, a.id, account_name(a.product), a.account_number, a.ledger_account_id
    from member_account a
    where a.account_number = p_source_account and a.member_id = p_member_id and k.from_account_step is not null;
end;
