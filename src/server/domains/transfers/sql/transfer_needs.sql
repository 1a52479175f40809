/*
 * What proof an order of this member takes. To a payee of less than a day what was sent on this day counts as well: no
 * sum goes there in parts that would not go at once. What takes a look is looked up only where it makes a difference.
 * `p_repeats` of one that goes by a schedule: judged by what it may come to (scheduled_exposure). One of its days is
 * judged as an order of that day.
 */
create or replace function transfer_needs(
  k transfer_kind, m member, p_bank_id bigint, p_account text, p_amount_centavos bigint, p_at timestamptz,
  p_repeats text default null
) returns text language plpgsql stable as $$
declare
  v_act text := 'transfer_' || k.kind;
  v_has_passkey boolean := public.has_passkey(m.id);
  v_most bigint;
  v_sum bigint := p_amount_centavos;
  v_of_known text;
  v_of_new text;
  v_of_new_above text;
begin
  if not k.has_payee then
    return public.approval_needs(v_act, 'none', 'any', v_has_passkey);
  end if;
  v_most := public.transfer_limit_of('new_payee_by_code_most');
  if m.has_own_limits then
    v_most := least(v_most, public.own_new_payee_most(m, p_at));
  end if;
  if p_repeats is not null then
    v_sum := public.scheduled_exposure(m.id, p_bank_id, p_account, p_amount_centavos, p_repeats);
  end if;
  v_of_known := public.approval_needs(
    v_act, 'known', case when v_sum > v_most then 'above' else 'below' end, v_has_passkey);
  v_of_new := public.approval_needs(v_act, 'new', 'below', v_has_passkey);
  v_of_new_above := public.approval_needs(v_act, 'new', 'above', v_has_passkey);
  -- What went to other banks on the day is kept as one sum, and bounds what went to this payee: it is seldom added up.
  if v_sum > v_most or v_of_new_above is distinct from v_of_new
    and (p_bank_id is null or v_sum + public.sent_to_other_banks(m.id, p_at) > v_most)
    and v_sum + public.sent_to_payee(m.id, p_bank_id, p_account, p_at) > v_most
  then
    v_of_new := v_of_new_above;
  end if;
  return case
    when v_of_known is not distinct from v_of_new then v_of_new
    when public.is_payee_of_a_day(m.id, p_bank_id, p_account, p_at) then v_of_known
    else v_of_new end;
end $$;
