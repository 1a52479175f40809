-- The limits that members set themselves (own_limit): when a raise holds, and what they leave for an order.

/*
 * Whether a raise holds at this moment: from its time on, but for one that came up in a pause, which waits for the
 * end of that pause.
 */
create or replace function own_limit_is_raised(l own_limit, m member, p_at timestamptz) returns boolean language sql immutable
return coalesce(l.raised_from <= p_at and not (is_paused(m, p_at) and m.paused_at <= l.raised_from), false);

/* What holds at this moment; null for none. */
create or replace function own_limit_holds(l own_limit, m member, p_at timestamptz) returns bigint language sql immutable
return case when own_limit_is_raised(l, m, p_at) then l.raised_centavos else l.most_centavos end;

/* What a transfer to a new payee may be without a passkey, as the member set it; null where the house's figure alone holds. */
create or replace function own_new_payee_most(m member, p_at timestamptz) returns bigint language sql stable
begin atomic
  select own_limit_holds(l, m, p_at) from own_limit l
    where l.member_id = m.id and l.kind is null and l.recipient_id is null;
end;

/* What a member sent by a kind in the Manila day and month of a moment. What came back is not counted. */
create or replace function sent_by_kind(
  p_member_id bigint, p_kind text, p_at timestamptz, out today_centavos bigint, out this_month_centavos bigint
) language sql stable
begin atomic
  select coalesce(sum(t.amount_centavos) filter (where t.accepted_at >= d.day_begins), 0)::bigint,
      coalesce(sum(t.amount_centavos), 0)::bigint
    from (
      select date_trunc('day', p_at at time zone 'Asia/Manila') at time zone 'Asia/Manila' as day_begins,
        date_trunc('month', p_at at time zone 'Asia/Manila') at time zone 'Asia/Manila' as month_begins
    ) d
    left join transfer t on t.member_id = p_member_id and t.accepted_at >= d.month_begins
      and t.accepted_at < d.day_begins + interval '1 day' and t.kind = p_kind and t.state <> 'returned';
end;

/* The same to one payee, over whichever way, in the day. */
create or replace function sent_to_payee(p_member_id bigint, p_bank_id bigint, p_account text, p_at timestamptz) returns bigint
language sql stable
begin atomic
  select coalesce(sum(t.amount_centavos), 0)::bigint
    from (select date_trunc('day', p_at at time zone 'Asia/Manila') at time zone 'Asia/Manila' as day_begins) d
    join transfer t on t.member_id = p_member_id and t.accepted_at >= d.day_begins
      and t.accepted_at < d.day_begins + interval '1 day' and t.state <> 'returned'
      and t.destination_account_number = p_account
    left join rail_transfer r on r.ref_no = t.ref_no
    where r.bank_id is not distinct from p_bank_id and t.kind in (select k.kind from transfer_kind k where k.has_payee);
end;

create or replace function read_own_left(
  m member, k transfer_kind, p_bank_id bigint, p_account text, p_at timestamptz
) returns own_left language sql stable
begin atomic
  select row(
      least(held.most, held.day, held.month) = 0,
      payee.day = 0,
      held.most,
      case when held.day is not null then greatest(held.day - sent.today_centavos, 0) end,
      case when held.month is not null then greatest(held.month - sent.this_month_centavos, 0) end,
      case when payee.day is not null
        then greatest(payee.day - sent_to_payee(m.id, p_bank_id, p_account, p_at), 0) end)::own_left
    from (
      select min(h.centavos) filter (where h.span = 'transfer') as most,
        min(h.centavos) filter (where h.span = 'day') as day,
        min(h.centavos) filter (where h.span = 'month') as month
      from (
        select l.span, own_limit_holds(l, m, p_at) as centavos
        from own_limit l where l.member_id = m.id and l.kind = k.kind
      ) h
    ) held
    cross join (
      -- Kept for each of the ways that it was sent to, it is one payee: the least of its limits holds.
      select min(own_limit_holds(l, m, p_at)) as day
      from saved_recipient s join own_limit l on l.recipient_id = s.id
      where k.has_payee and s.member_id = m.id and s.account_number = p_account and s.bank_id is not distinct from p_bank_id
    ) payee
    left join lateral (
      select s.today_centavos, s.this_month_centavos from sent_by_kind(m.id, k.kind, p_at) s
    ) sent on held.day is not null or held.month is not null;
end;

/*
 * What the member's own limits leave for an order; null for a member without any. The orders of a member who has
 * some take turns (hold_orderer), so that what is added up here holds until the caller's transaction ends.
 */
create or replace function own_left_of(
  m member, k transfer_kind, p_bank_id bigint, p_account text, p_at timestamptz
) returns own_left language sql stable
return case when m.has_own_limits then read_own_left(m, k, p_bank_id, p_account, p_at) end;

/* Of the limit that this verdict speaks of: what is left, or the most in one. */
create or replace function own_left_against(o own_left, p_verdict text) returns bigint language sql immutable
return case p_verdict
  when 'over_own_transfer_limit' then o.most_centavos
  when 'over_own_daily_limit' then o.today_centavos
  when 'over_own_monthly_limit' then o.this_month_centavos
  when 'over_own_payee_limit' then o.payee_today_centavos end;
