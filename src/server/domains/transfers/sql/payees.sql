/*
 * Who is no new payee to a member: a transfer reached it, or the member kept it before the last pause began. A
 * card account has no bank. Over the other rail it is the same payee; one may be named twice.
 */
create or replace function known_payees(p_member_id bigint) returns table (bank_id bigint, account_number text)
language sql stable
begin atomic
  select r.bank_id, t.destination_account_number
    from transfer t left join rail_transfer r on r.ref_no = t.ref_no
    where t.member_id = p_member_id and t.state = 'credited'
      and t.kind in (select k.kind from transfer_kind k where k.has_payee)
  union all
  select s.bank_id, s.account_number
    from saved_recipient s join member m on m.id = s.member_id
    where s.member_id = p_member_id and s.saved_at < m.paused_at;
end;

create or replace function is_known_payee(p_member_id bigint, p_bank_id bigint, p_account text) returns boolean language sql stable
begin atomic
  select exists (
    select from known_payees(p_member_id) k
    where k.account_number = p_account and k.bank_id is not distinct from p_bank_id);
end;

/* Whether this payee waits: a new one to a member who is paused. */
create or replace function payee_waits(m member, p_bank_id bigint, p_account text, p_at timestamptz) returns boolean
language sql stable
return case when is_paused(m, p_at) then not is_known_payee(m.id, p_bank_id, p_account) else false end;

/*
 * Whether this payee has been known for a day: a transfer reached it then, or it was kept then and before the last
 * pause. One that was sent a peso a minute ago is as new as before.
 */
create or replace function is_payee_of_a_day(p_member_id bigint, p_bank_id bigint, p_account text, p_at timestamptz)
returns boolean language sql stable
begin atomic
  select exists (
    select from transfer t left join rail_transfer r on r.ref_no = t.ref_no
      where t.member_id = p_member_id and t.state = 'credited' and t.credited_at <= p_at - interval '24 hours'
        and t.destination_account_number = p_account and r.bank_id is not distinct from p_bank_id
        and t.kind in (select k.kind from transfer_kind k where k.has_payee)
    union all
    select from saved_recipient s join member m on m.id = s.member_id
      where s.member_id = p_member_id and s.saved_at < m.paused_at and s.saved_at <= p_at - interval '24 hours'
        and s.account_number = p_account and s.bank_id is not distinct from p_bank_id);
end;
