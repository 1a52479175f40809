/*
 * Books the mirrors of the next lines of a run that is being reversed, each once: the tax comes back, and what
 * was credited goes. An account that no longer has it keeps it, and its line says so. Answers how many lines were
 * gone through: fewer than p_most when it was the last.
 */
create or replace function earning_unpost(
  p_run bigint, p_most integer, p_business_date date, p_at timestamptz, p_actor text
) returns integer language plpgsql security definer as $$
declare
  v_run public.earning_run;
  v_prefix text;
  v_line record;
  v_done integer := 0;
  v_kept integer := 0;
  v_kept_centavos bigint := 0;
begin
  select * into v_run from public.earning_run r where r.id = p_run and r.state = 'reversing' for update;
  if not found then
    return 0;
  end if;
  v_prefix := public.earning_reference(v_run);
  perform public.ledger_lock_accounts(array_agg(l.ledger_account_id)) from public.earning_line l
    where l.run_id = p_run and l.line > v_run.reversed_line and l.line <= v_run.reversed_line + p_most;
  for v_line in
    select l.line, l.gross_centavos, a.available_centavos >= l.gross_centavos - l.tax_centavos as is_there
    from public.earning_line l join public.ledger_account a on a.id = l.ledger_account_id
    where l.run_id = p_run and l.line > v_run.reversed_line and l.line <= v_run.reversed_line + p_most
    order by l.line
  loop
    v_done := v_done + 1;
    if v_line.is_there then
      perform public.ledger_post('REVERSAL', 'of ' || e.id, e.reference, p_business_date, p_at, p_actor,
          p.accounts, p.sides, p.amounts, e.id)
        from (values (1, 'tax'), (2, 'credit')) as step (n, name)
        join public.journal_entry e on e.reference = v_prefix || '-' || v_line.line and e.step = step.name
          and e.operation = case v_run.kind when 'interest' then 'SAVINGS_INTEREST' else 'DIVIDEND' end
        cross join lateral (
          select array_agg(g.ledger_account_id order by g.id) as accounts,
            array_agg(case g.side when 'D' then 'C' else 'D' end order by g.id) as sides,
            array_agg(g.amount_centavos order by g.id) as amounts
          from public.posting g where g.journal_entry_id = e.id
        ) p
        order by step.n;
    else
      update public.earning_line l set is_kept = true where l.run_id = p_run and l.line = v_line.line;
      v_kept := v_kept + 1;
      v_kept_centavos := v_kept_centavos + v_line.gross_centavos;
    end if;
  end loop;
  update public.earning_run r set reversed_line = r.reversed_line + v_done, kept_lines = r.kept_lines + v_kept,
      kept_centavos = r.kept_centavos + v_kept_centavos
    where r.id = p_run;
  return v_done;
end $$;
