/*
 * What stands against an act in the day after a code by text removed a passkey, while that pause runs: the code of a
 * refusal, or null. Else whoever has session and phone would remove it, and do by code, or by a passkey of their own, what
 * took the member's. Raises, releases and new payees wait for the end of every pause.
 */
create or replace function removal_refusal(p_act text, p_member_id bigint, p_at timestamptz)
returns text language sql stable
begin atomic
  select 'passkey_removed_lately' where p_act in ('reveal_cvv', 'accept_loan') and exists (
    select from passkey p join member m on m.id = p.member_id
    where p.member_id = p_member_id and p.removed_by_code and p.removed_at > p_at - interval '24 hours'
      and is_paused(m, p_at));
end;
