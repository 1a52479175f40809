/*
 * The amount of a recipe's line in centavos; null when an amount that it asks for is not given. Shares are rounded
 * half-up, and the last share of an amount takes what is left, so that they add up to it. The same as
 * amountFormula.ts.
 */
create or replace function recipe_amount(r recipe_line, p_amounts jsonb) returns bigint language sql stable
return case
  when r.share_millionths is null then (
    select r.constant_centavos
      + case when count(*) = count(p_amounts -> t.symbol) then coalesce(sum(t.sign * (p_amounts ->> t.symbol)::bigint), 0) end
    from unnest(r.symbols, r.signs) as t (symbol, sign))::bigint
  when not r.is_last_share
    then div((p_amounts ->> r.symbols[1])::numeric * r.share_millionths + 500000, 1000000)::bigint
  else (
    select (p_amounts ->> r.symbols[1])::bigint
      - coalesce(sum(div((p_amounts ->> r.symbols[1])::numeric * e.share_millionths + 500000, 1000000)), 0)
    from recipe_line e
    where e.operation = r.operation and e.step = r.step and e.symbols = r.symbols
      and e.share_millionths is not null and not e.is_last_share)::bigint end;

/*
 * The lines of an operation's step for these amounts (`{"A": centavos}`) and member accounts (`{"role": id}`), as
 * recipe() in journalTemplates.ts has them: lines of zero are left out. A line whose amount or account was not given
 * has none, and is refused where it is booked.
 */
create or replace function recipe_lines(p_operation text, p_step text, p_amounts jsonb, p_accounts jsonb)
returns table (line_no integer, account_id bigint, side text, amount_centavos bigint) language sql stable
begin atomic
  select l.line_no, l.account_id, l.side, l.amount_centavos
  from (
    select r.line_no, case when r.role is null then a.id else (p_accounts ->> r.role)::bigint end as account_id, r.side,
      recipe_amount(r, p_amounts) as amount_centavos
    from recipe_line r
    left join ledger_account a on a.book = r.book and a.code = r.code and a.subledger = ''
    where r.operation = p_operation and r.step = p_step
    offset 0
  ) l
  where l.amount_centavos is distinct from 0;
end;
