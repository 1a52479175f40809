/*
 * Books the next lines of a run, each in an entry of its own and the tax on it in another, by two statements; in
 * the order of the accounts' locks. Answers how many: fewer than p_most when it was the last. What is booked and
 * how far it came are one transaction, so that a line is booked once however often this is cut short.
 */
create or replace function earning_post(
  p_run bigint, p_most integer, p_business_date date, p_at timestamptz, p_actor text
) returns integer language plpgsql security definer as $$
declare
  v_run public.earning_run;
  v_operation text;
  v_prefix text;
  v_posted integer;
begin
  select * into v_run from public.earning_run r where r.id = p_run and r.state = 'posting' for update;
  if not found then
    return 0;
  end if;
  v_operation := case v_run.kind when 'interest' then 'SAVINGS_INTEREST' else 'DIVIDEND' end;
  v_prefix := public.earning_reference(v_run);
  perform public.earning_post_step(v_run, v_operation, step.name, step.symbol, v_prefix, p_most, p_business_date,
      p_at, p_actor)
    from (values (1, 'credit', case v_run.kind when 'interest' then 'I' else 'DIV' end), (2, 'tax', 'TAX'))
      as step (n, name, symbol)
    order by step.n;
  v_posted := least(p_most, v_run.lines - v_run.posted_line);
  update public.earning_run r set posted_line = r.posted_line + v_posted where r.id = p_run;
  return v_posted;
end $$;

/* One step of these lines: the credit of each, or the tax of those that are taxed. */
create or replace function earning_post_step(
  p_run earning_run, p_operation text, p_step text, p_symbol text, p_prefix text, p_most integer,
  p_business_date date, p_at timestamptz, p_actor text
) returns void language plpgsql as $$
declare
  v_references text[];
  v_entries integer[];
  v_accounts bigint[];
  v_sides text[];
  v_amounts bigint[];
begin
  with due as (
    select row_number() over (order by l.line)::integer as n, l.line, l.ledger_account_id,
      case p_step when 'credit' then l.gross_centavos else l.tax_centavos end as amount
    from public.earning_line l
    where l.run_id = p_run.id and l.line > p_run.posted_line and l.line <= p_run.posted_line + p_most
      and (p_step = 'credit' or l.tax_centavos > 0)
  ), booked as (
    select d.n, b.line_no, b.account_id, b.side, b.amount_centavos
    from due d
    cross join lateral public.recipe_lines(p_operation, p_step, jsonb_build_object(p_symbol, d.amount::text),
      jsonb_build_object('deposit_account', d.ledger_account_id::text)) b
  )
  select (select array_agg(p_prefix || '-' || d.line order by d.n) from due d),
      array_agg(b.n order by b.n, b.line_no), array_agg(b.account_id order by b.n, b.line_no),
      array_agg(b.side order by b.n, b.line_no), array_agg(b.amount_centavos order by b.n, b.line_no)
    into v_references, v_entries, v_accounts, v_sides, v_amounts
    from booked b;
  if v_references is not null then
    perform public.ledger_post_entries(p_operation, p_step, p_business_date, p_at, v_references,
      array_fill(p_actor, array[cardinality(v_references)]), v_entries, v_accounts, v_sides, v_amounts);
  end if;
end $$;

/* 'SI202611-12': what a run is called; its line 7 is booked as 'SI202611-12-7'. */
create or replace function earning_reference(p_run earning_run) returns text language sql stable
return case p_run.kind when 'interest' then 'SI' || to_char(p_run.period_to, 'YYYYMM')
  else 'DV' || to_char(p_run.period_to, 'YYYY') end || '-' || p_run.id;
