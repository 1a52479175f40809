/*
 * The lines of an operation's step for these amounts (`{"A": centavos}`) and member accounts (`{"role": id}`), as
 * recipe() in journalTemplates.ts has them. An amount is a sum of terms, or a share: shares are rounded half-up, and
 * the last share of an amount takes what is left. Lines of zero are left out; a line whose amount or account was not
 * given has none, and is refused where it is booked.
 * One query without calls or queries in it, so that PostgreSQL makes it part of the statement that asks: orders ask
 * many times. An argument is put wherever it is used, and would be made as often: hence the row of what is given.
 */
create or replace function recipe_lines(p_operation text, p_step text, p_amounts jsonb, p_accounts jsonb)
returns table (line_no integer, account_id bigint, side text, amount_centavos bigint) language sql stable
begin atomic
  select l.line_no, l.account_id, l.side, l.amount_centavos
  from (
    select r.line_no, coalesce(r.account_id, (given.accounts ->> r.role)::bigint) as account_id, r.side,
      case
        when r.share_millionths is null then r.constant_centavos
          + r.signs[1] * (given.amounts ->> r.symbols[1])::bigint
          + case when r.terms > 1 then r.signs[2] * (given.amounts ->> r.symbols[2])::bigint else 0 end
          + case when r.terms > 2 then r.signs[3] * (given.amounts ->> r.symbols[3])::bigint else 0 end
          + case when r.terms > 3 then r.signs[4] * (given.amounts ->> r.symbols[4])::bigint else 0 end
        when r.earlier_millionths is null
          then div((given.amounts ->> r.symbols[1])::numeric * r.share_millionths + 500000, 1000000)::bigint
        else (given.amounts ->> r.symbols[1])::bigint
          - div((given.amounts ->> r.symbols[1])::numeric * r.earlier_millionths + 500000, 1000000)::bigint
        end as amount_centavos
    from (select p_amounts as amounts, p_accounts as accounts offset 0) given
    cross join recipe_line r
    where r.operation = p_operation and r.step = p_step
    offset 0
  ) l
  where l.amount_centavos is distinct from 0;
end;

/* A line of a control account names it: an order does not look it up each time. */
create or replace function recipe_line_account() returns trigger language plpgsql as $$
begin
  new.account_id := case when new.role is null then public.ledger_account_id(new.book, new.code, '') end;
  return new;
end $$;
create or replace trigger recipe_line_account before insert or update on recipe_line
  for each row execute function recipe_line_account();
