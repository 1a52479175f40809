/*
 * The dashboards of members who ask at the same moment, in the order of their questions, each in one
 * reading with who asks. Amounts travel as text, so that no centavo passes through a floating-point
 * number. verdict: check_session's, or 'not_found' for another guid. The token's first use (is_first_use)
 * is told, not written: it is rare, and this only reads. Of a loan that is past due the dashboard says since
 * when, and how much of what is due is penalty.
 */
create or replace function read_dashboards(
  p_token_hashes bytea[],
  p_cookie_hashes bytea[],
  p_guids uuid[],
  p_at timestamptz,
  p_idle_seconds integer,
  p_life_seconds integer
) returns table (verdict text, dashboard json)
language plpgsql stable
set plan_cache_mode = force_generic_plan
-- A plan made while a table was empty is kept while it grows.
set enable_seqscan = off
as $$
begin
  return query
  select asked.verdict, case when asked.verdict = 'ok' then json_build_object(
    'accounts', coalesce((
      select json_agg(json_build_array(a.product, a.account_number, l.balance_centavos::text,
          l.available_centavos::text, coalesce(fixed.balance_centavos, 0)::text, locked_on(l)::text)
        order by a.product = 'storage', a.product = 'savings')
      from member_account a
      join ledger_account l on l.id = a.ledger_account_id
      left join ledger_account fixed on fixed.id = a.fixed_ledger_account_id
      where a.member_id = asked.member_id), '[]'),
    'loans', coalesce((
      select json_agg(json_build_array(n.loan_no, n.loan_type, n.name, n.principal_outstanding_centavos::text,
          n.overdue_centavos::text, n.monthly_amortization_centavos::text, n.penalty_due_centavos::text,
          case when n.overdue_centavos > 0 then (
            select i.due_on::text from loan_instalment i
            where i.loan_id = n.id and i.number = n.next_unpaid
              and i.due_on < (p_at at time zone 'Asia/Manila')::date) end) order by n.released_at, n.id)
      from loan n where n.member_id = asked.member_id and n.principal_outstanding_centavos > 0), '[]'),
    'card', (
      select json_build_object('accountNo', c.account_no, 'lastFour', c.last_four, 'status', c.status,
        'persoStatus', c.perso_status, 'cardType', c.card_type, 'memberLocked', c.member_locked,
        'adminLocked', c.admin_locked, 'balance', l.balance_centavos::text)
      from card c left join ledger_account l on l.id = c.ledger_account_id
      where c.member_id = asked.member_id),
    'name', asked.name,
    'unread', (
      select count(*) from notification n where n.member_id = asked.member_id and n.read_at is null),
    'isFirstUse', asked.is_first_use
  ) end
  from (
    select q.place, m.id as member_id, concat_ws(' ', m.first_name, m.last_name, nullif(m.qualifier, '')) as name,
      s.is_first_use,
      case
        when m.id is null then 'invalid_token'
        when s.verdict = 'ok' and m.guid <> q.guid then 'not_found'
        else s.verdict end as verdict
    from unnest(p_token_hashes, p_cookie_hashes, p_guids) with ordinality as q (token_hash, cookie_hash, guid, place)
    left join lateral (
      select s.member_id, is_first_use(s, q.token_hash) as is_first_use,
        session_verdict(s, q.cookie_hash, p_at, p_idle_seconds, p_life_seconds) as verdict
      from find_session(q.token_hash, p_at) s offset 0) s on true
    left join member m on m.id = s.member_id
    offset 0
  ) asked
  order by asked.place;
end $$;
