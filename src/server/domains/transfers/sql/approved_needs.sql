/*
 * What an approval that was asked for takes now, by what was kept of it: the policy, the member's passkeys, the threshold
 * or what was sent to the payee may have changed since.
 */
create or replace function approved_needs(o otp_challenge, p_at timestamptz) returns text language plpgsql stable as $$
declare
  k public.transfer_kind;
  m public.member;
begin
  if o.purpose <> 'transfer' then
    return public.member_act_needs(o.purpose, o.member_id);
  end if;
  select * into k from public.transfer_kind t where t.kind = o.intent ->> 'kind';
  select * into m from public.member t where t.id = o.member_id;
  return public.transfer_needs(k, m, (o.intent ->> 'destination_bank')::bigint,
    coalesce(o.intent ->> 'destination_account_number', o.intent ->> 'destination_account'),
    ((o.intent ->> 'amount')::numeric * 100)::bigint, p_at, o.intent ->> 'repeats');
end $$;
