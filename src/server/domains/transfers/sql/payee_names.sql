-- Whom a transfer went to, as its member knows them. One without a payee, or to a card whose owner was not told, has no name.

/* The name of the order, or of a card account the one that the member was told before it ('Maria C.'). */
create or replace function payee_name(t transfer) returns text language sql stable
begin atomic
  select coalesce(
    (select r.account_name from rail_transfer r where r.ref_no = t.ref_no),
    (select nullif(c.told, '') from payee_check c where c.id = t.payee_check_id and c.answer = 'told'));
end;

/* The member's own name for them, if there is one. Kept for both rails, one may have two: the latest used holds. */
create or replace function payee_nickname(t transfer) returns text language sql stable
begin atomic
  select s.nickname
    from transfer_kind k
    join saved_recipient s on s.member_id = t.member_id and s.account_number = t.destination_account_number
    left join rail_transfer r on r.ref_no = t.ref_no
    where k.kind = t.kind and k.has_payee and s.bank_id is not distinct from r.bank_id and s.nickname <> ''
    order by s.last_used_at desc, s.id limit 1;
end;
