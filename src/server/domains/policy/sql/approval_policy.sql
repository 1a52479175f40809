-- What proof an act takes (066_policy.sql), and whether it was given.

/* Whether a member has a passkey that proves something. */
create or replace function has_passkey(p_member_id bigint) returns boolean language sql stable
begin atomic
  select exists (select from passkey p where p.member_id = p_member_id and p.removed_at is null);
end;

/* What an act takes in a circumstance: as chosen, else as shipped; null where there is no such row. */
create or replace function approval_needs(p_act text, p_payee text, p_amount text, p_has_passkey boolean)
returns text language sql stable
begin atomic
  select coalesce(p.chosen, p.shipped) from approval_policy p
    where p.act = p_act and p.payee = p_payee and p.amount = p_amount and p.has_passkey = p_has_passkey;
end;

/* The same for an act to nobody else, of this member now. */
create or replace function member_act_needs(p_act text, p_member_id bigint) returns text language sql stable
begin atomic
  select approval_needs(p_act, 'none', 'any', has_passkey(p_member_id));
end;

/*
 * For how many hours an act to nobody else waits before it counts: as chosen, and never shorter than shipped; null where
 * no row knows it.
 */
create or replace function act_wait_hours(p_act text) returns integer language sql stable
begin atomic
  select max(greatest(p.wait_hours, p.chosen_hours)) from approval_policy p
    where p.act = p_act and p.payee = 'none' and p.amount = 'any';
end;

/*
 * What stands against an approval by these means: the code of a refusal, or null. What no row knows is not done
 * online. Whether a code was given at all is judged where it is spent.
 */
create or replace function approval_refusal(p_needs text, p_means text) returns text language sql immutable
return case
  when p_needs is null or p_needs = 'office' then 'office_needed'
  when p_needs in ('passkey', 'passkey_and_wait') and p_means is distinct from 'passkey' then 'passkey_needed' end;
