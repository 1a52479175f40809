/*
 * What the member had been told of this payee when the order came: the latest answer to the same name on the
 * same account, of the last hour; null where nobody was asked.
 */
create or replace function payee_check_of(
  p_member_id bigint, p_bank_id bigint, p_account text, p_name text, p_at timestamptz
) returns bigint language sql stable
begin atomic
  select c.id from payee_check c
    where c.member_id = p_member_id and c.account_number = p_account
      and c.bank_id is not distinct from p_bank_id and c.account_name = p_name
      and c.checked_at > p_at - interval '1 hour' and c.checked_at <= p_at
    order by c.checked_at desc, c.id desc limit 1;
end;
