/*
 * Finds what each account earned in a run that was asked for, all in one statement's view of the books; no money
 * moves. EA001: the accounts of the product are not what the books say of its codes at the end of the period.
 * An account that kept what a reversed run of the same period gave it is left out: it has it.
 */
create or replace function earning_reckon(p_run bigint, p_at timestamptz) returns void
language plpgsql security definer as $$
declare
  v_run public.earning_run;
  v_accounts integer;
  v_closing bigint;
  v_books bigint;
  v_lines integer;
  v_gross bigint;
  v_tax bigint;
begin
  select * into v_run from public.earning_run r where r.id = p_run and r.state = 'asked' for update;
  if not found then
    return;
  end if;
  with balance as materialized (
    select * from public.earning_balances(v_run.product, v_run.period_from, v_run.period_to, v_run.minimum_centavos)
  ), earned as (
    select b.account_id, b.ledger_account_id, b.day_centavos, b.days,
      public.earned_on(b.day_centavos, v_run.rate_thousandths, v_run.day_basis) as gross
    from balance b
    where b.days > 0 and not exists (
      select from public.earning_run o join public.earning_line k on k.run_id = o.id and k.is_kept
      where o.kind = v_run.kind and o.product = v_run.product and o.period_to = v_run.period_to
        and o.state = 'reversed' and k.account_id = b.account_id)
  ), line as (
    insert into public.earning_line (run_id, line, account_id, ledger_account_id, day_centavos, days,
        gross_centavos, tax_centavos)
      select p_run, row_number() over (order by e.ledger_account_id), e.account_id, e.ledger_account_id,
        e.day_centavos, e.days, e.gross, div(e.gross::numeric * v_run.tax_thousandths * 2 + 100000, 200000)::bigint
      from earned e where e.gross > 0
      returning gross_centavos, tax_centavos
  )
  select (select count(*) from balance), (select coalesce(sum(b.closing_centavos), 0) from balance b),
      (select coalesce(sum(t.credit - t.debit), 0) from public.ledger_totals() t
        where t.book = 'ASSOC' and t.day <= v_run.period_to and t.code = any (case v_run.product
          when 'me' then array['2030', '3010'] when 'savings' then array['2010'] else array['2020'] end)),
      count(*), coalesce(sum(l.gross_centavos), 0), coalesce(sum(l.tax_centavos), 0)
    into v_accounts, v_closing, v_books, v_lines, v_gross, v_tax
    from line l;
  if v_closing <> v_books then
    raise exception 'the accounts held % at the end of %, the books say %', v_closing, v_run.period_to, v_books
      using errcode = 'EA001';
  end if;
  update public.earning_run r set state = 'reckoned', accounts = v_accounts, closing_centavos = v_closing,
      lines = v_lines, gross_centavos = v_gross, tax_centavos = v_tax, reckoned_at = p_at
    where r.id = p_run;
end $$;

/* A dry run that nobody wants any more leaves its lines; what it added up to stays. */
create or replace function earning_drop(p_run bigint) returns void language plpgsql security definer as $$
begin
  update public.earning_run r set state = 'dropped' where r.id = p_run and r.state in ('asked', 'reckoned');
  if found then
    delete from public.earning_line l where l.run_id = p_run;
  end if;
end $$;
