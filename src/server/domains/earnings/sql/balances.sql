/*
 * What each account of a product held at the ends of the days of a period: summed over those days on which it
 * was at least p_minimum and more than nothing, how many these are, and what it held at the end of the last.
 * Money counts on the business date of its entry. From the balances of now, less what moved since.
 */
create or replace function earning_balances(p_product text, p_from date, p_to date, p_minimum bigint)
returns table (account_id bigint, ledger_account_id bigint, day_centavos numeric, days integer, closing_centavos bigint)
language sql stable
begin atomic
  with part as (
    select a.id, l.ledger_id
    from member_account a
    cross join lateral (values (a.ledger_account_id), (a.fixed_ledger_account_id)) l (ledger_id)
    where a.product = p_product and l.ledger_id is not null
  ), held as (
    select p.id, sum(l.balance_centavos) as balance
    from part p join ledger_account l on l.id = p.ledger_id
    group by p.id
  ), moved as (
    select p.id, e.business_date as day,
      sum(case g.side when 'C' then g.amount_centavos else -g.amount_centavos end) as net
    from journal_entry e
    join posting g on g.journal_entry_id = e.id
    join part p on p.ledger_id = g.ledger_account_id
    where e.business_date >= p_from
    group by p.id, e.business_date
  ), change as (
    -- What there was before the period, less all that moved since, is a change of its first day.
    select h.id, p_from as day, h.balance as net from held h
    union all
    select m.id, p_from, -m.net from moved m
    union all
    select m.id, m.day, m.net from moved m where m.day <= p_to
  ), ended as (
    select c.id, c.day, sum(sum(c.net)) over days as balance,
      coalesce(lead(c.day) over days, p_to + 1) - c.day as days
    from change c
    group by c.id, c.day
    window days as (partition by c.id order by c.day)
  )
  select a.id, a.ledger_account_id,
    coalesce(sum(t.balance * t.days) filter (where t.balance >= p_minimum and t.balance > 0), 0),
    coalesce(sum(t.days) filter (where t.balance >= p_minimum and t.balance > 0), 0)::integer,
    coalesce(sum(t.balance) filter (where t.day + t.days = p_to + 1), 0)::bigint
  from ended t join member_account a on a.id = t.id
  group by a.id;
end;

/*
 * Half a centavo and more is one: p_days is the sum of what was held at the ends of days, p_rate a year's percent
 * in thousandths, p_basis the days of a year. Whole numbers throughout.
 */
create or replace function earned_on(p_days numeric, p_rate integer, p_basis integer) returns bigint
language sql immutable
return div(p_days * p_rate * 2 + 100000 * p_basis, 200000::numeric * p_basis)::bigint;
