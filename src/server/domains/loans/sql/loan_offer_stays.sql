/* What was put to a member stays as it was put; it can be accepted once. */
create or replace function loan_offer_stays() returns trigger language plpgsql as $$
begin
  if old.accepted_at is not null
    or to_jsonb(old) - '{accepted_at,accepted_pin_id}'::text[] <> to_jsonb(new) - '{accepted_at,accepted_pin_id}'::text[] then
    raise exception 'offer % is final', old.disclosure_no using errcode = '42501';
  end if;
  return new;
end $$;
create or replace trigger loan_offer_stays before update on loan_offer for each row execute function loan_offer_stays();
