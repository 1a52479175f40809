/*
 * Accrues the interest of a day that is over, once: what the days of the month come to with this one, less what
 * they came to before, so that nothing is lost by rounding. Answers how much; null when it was done before, or no
 * rate is in force. The caller names the business date: the day, or the first after it that is open.
 */
create or replace function interest_accrue(
  p_product text, p_day date, p_reference text, p_business_date date, p_at timestamptz, p_actor text
) returns bigint language plpgsql security definer as $$
declare
  v_rate public.earning_rate;
  v_accounts integer;
  v_counted numeric;
  v_before numeric;
  v_amount bigint;
begin
  perform from public.interest_start for update;
  select * into v_rate from public.earning_rate r
    where r.product = p_product and r.valid_from <= p_day order by r.valid_from desc limit 1;
  if v_rate.rate_thousandths is null
    or exists (select from public.interest_day d where d.product = p_product and d.day = p_day) then
    return null;
  end if;
  select count(*), coalesce(sum(b.day_centavos), 0) into v_accounts, v_counted
    from public.earning_balances(p_product, p_day, p_day, v_rate.minimum_centavos) b where b.days > 0;
  select coalesce(sum(d.counted_centavos), 0) into v_before from public.interest_day d
    where d.product = p_product and d.day >= date_trunc('month', p_day)::date and d.day < p_day;
  v_amount := public.earned_on(v_before + v_counted, v_rate.rate_thousandths, v_rate.day_basis)
    - public.earned_on(v_before, v_rate.rate_thousandths, v_rate.day_basis);
  insert into public.interest_day (product, day, rate_thousandths, day_basis, accounts, counted_centavos,
      accrued_centavos, entry_reference)
    values (p_product, p_day, v_rate.rate_thousandths, v_rate.day_basis, v_accounts, v_counted, v_amount, p_reference);
  if v_amount > 0 then
    perform public.ledger_post('SAVINGS_INTEREST', 'accrue', p_reference, p_business_date, p_at, p_actor,
        array_agg(l.account_id order by l.line_no), array_agg(l.side order by l.line_no),
        array_agg(l.amount_centavos order by l.line_no))
      from public.recipe_lines('SAVINGS_INTEREST', 'accrue', jsonb_build_object('I', v_amount::text), '{}') l;
  end if;
  return v_amount;
end $$;
