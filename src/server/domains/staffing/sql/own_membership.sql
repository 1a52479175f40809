-- Nobody of the staff acts on their own membership: what they ask for, decide or do about it is another's work.

/* Whose each account of the books is that is some member's. */
create or replace view member_ledger_account as
  select member_id, ledger_account_id from public.member_account
  union all
  select member_id, fixed_ledger_account_id from public.member_account where fixed_ledger_account_id is not null
  union all
  select member_id, ledger_account_id from public.card where ledger_account_id is not null;

/* The members to whom any of these numbers, references and guids belongs. */
create or replace function members_named(p_names text[]) returns setof bigint language sql stable as $$
  select id from public.member where guid::text = any(p_names) or membership_no = any(p_names)
  union
  select member_id from public.member_account where account_number = any(p_names)
  union
  select member_id from public.card where account_no = any(p_names)
  union
  select member_id from public.loan where loan_no = any(p_names)
  union
  select unnest(array[member_id, destination_member_id]) from public.transfer where ref_no = any(p_names)
  union
  select member_id from public.inward_credit where ref_no = any(p_names)
$$;

/*
 * The members whom a thing belongs to, by the name that the trail and requests have for it ('member:<guid>',
 * 'loan:<number>'): of a transfer between two members both; none for what is no member's.
 */
create or replace function members_of_object(p_object text) returns setof bigint language plpgsql stable as $$
declare
  v_kind text := split_part(p_object, ':', 1);
  v_name text := substr(p_object, strpos(p_object, ':') + 1);
begin
  -- 'exception:order-7': the part before the dash says of what.
  if v_kind = 'exception' then
    v_kind := 'exception ' || split_part(v_name, '-', 1);
    v_name := substr(v_name, strpos(v_name, '-') + 1);
  end if;
  case v_kind
    when 'member' then
      return query select id from public.member where guid::text = lower(v_name);
    when 'member_account', 'account', 'cash_account' then
      return query select member_id from public.member_account where account_number = v_name;
    when 'card' then
      return query select member_id from public.card where id::text = v_name;
    when 'card_application' then
      return query select member_id from public.card_application where reference = v_name;
    when 'card_order' then
      return query select c.member_id from public.card_order o join public.card c on c.id = o.card_id
        where o.reference = v_name;
    when 'exception transfer' then
      return query select unnest(array[t.member_id, t.destination_member_id]) from public.transfer_exception x
        join public.transfer t on t.ref_no = x.ref_no where x.id::text = v_name;
    when 'exception order' then
      return query select c.member_id from public.card_order_exception x
        join public.card_order o on o.id = x.order_id join public.card c on c.id = o.card_id
        where x.id::text = v_name;
    when 'exception issuer' then
      return query select member_id from public.issuer_event e
        cross join lateral public.members_named(
          array[e.body ->> 'accountNo', e.body ->> 'senderRefId', e.body ->> 'reference']) member_id
        where e.event_id = v_name;
    when 'exception loan' then
      return query select member_id from public.loan where id::text = v_name;
    when 'journal' then
      return query select o.member_id from public.journal_entry e
        join public.posting p on p.journal_entry_id = e.id
        join public.member_ledger_account o on o.ledger_account_id = p.ledger_account_id
        where e.reference = v_name or e.id::text = v_name;
    when 'break' then
      return query select o.member_id from public.reconciliation_break b
        cross join lateral public.members_named(array[b.reference, b.account]) o (member_id)
        where b.id::text = v_name;
    when 'transfer' then
      return query select unnest(array[t.member_id, t.destination_member_id]) from public.transfer t
        where t.ref_no = v_name;
    when 'transfer_case' then
      return query select member_id from public.transfer_case where case_no = v_name;
    when 'inward' then
      return query select member_id from public.inward_credit where ref_no = v_name;
    when 'loan' then
      return query select member_id from public.loan where loan_no = v_name;
    when 'loan_application' then
      return query select member_id from public.loan_application where application_no = v_name;
    when 'remittance_line' then
      return query select coalesce(n.member_id, a.member_id) from public.remittance_line l
        left join public.loan n on n.id = l.loan_id
        left join public.member_account a on a.id = l.account_id where l.id::text = v_name;
    when 'cash_receipt' then
      return query select coalesce(a.member_id, n.member_id) from public.cash_receipt r
        left join public.member_account a on a.id = r.account_id
        left join public.loan n on n.id = r.loan_id where r.receipt_no = v_name;
    when 'cash_withdrawal' then
      return query select member_id from public.cash_withdrawal where id::text = v_name;
    when 'otp' then
      return query select member_id from public.otp_challenge where pin_id::text = v_name;
    when 'passkey' then
      return query select member_id from public.passkey where id::text = v_name;
    when 'schedule' then
      return query select member_id from public.transfer_schedule where id::text = v_name;
    when 'hold' then
      return query select o.member_id from public.ledger_hold h
        join public.member_ledger_account o on o.ledger_account_id = h.ledger_account_id where h.id::text = v_name;
    else null;
  end case;
end $$;

/*
 * The people of the staff, in the folded form, whose own membership a request is about: by what it is about, and by
 * every number in what it asks for. A journal's lines name accounts, the settlement of a row of pay a loan.
 */
create or replace function staff_people_of_request(p_subject text, p_payload jsonb) returns setof text
language sql stable as $$
  select person from public.staff_membership where member_id in (
    select public.members_of_object(p_subject)
    union all
    select public.members_named(array(
      select v #>> '{}' from jsonb_path_query(p_payload, 'strict $.**') v where jsonb_typeof(v) = 'string')))
$$;

/*
 * Whatever somebody of the staff does stands in the trail, in the transaction that does it: what would be
 * about their own membership is not done. They may look, and that stands there; a call that was denied did nothing.
 * Nor is a row of a file, which two approved as a whole, an act on the one it is about: its event names the file.
 */
create or replace function staff_acts_for_others() returns trigger language plpgsql as $$
begin
  if exists (select from public.staff s
      join public.staff_membership m on m.person = public.staff_person_folded(s.person_key)
      where s.username = new.actor and m.member_id in (select public.members_of_object(new.object))) then
    raise exception '% acts on a membership of their own: %', new.actor, new.object
      using errcode = '23505', constraint = 'staff_acts_for_others', table = 'audit_event';
  end if;
  return new;
end $$;
create or replace trigger staff_acts_for_others before insert on audit_event
  for each row when (new.actor_kind = 'staff' and new.action not in ('look_at_member', 'call_denied')
    and not jsonb_exists(new.detail, 'whole_file'))
  execute function staff_acts_for_others();
