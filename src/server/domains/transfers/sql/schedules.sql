-- Orders that a schedule makes: what a session and a code are to a member's own order, its schedule is to them.

/*
 * Who orders by a schedule, and whether their access is open: as check_session says it of a session. Holds the member
 * (hold_orderer). An order by a schedule is the order of one due day that is open: without one it is a bug.
 */
create or replace function orderer_by_schedule(
  p_schedule_id bigint, p_at timestamptz, out verdict text, out session_id bigint, out member_id bigint, out member_guid uuid
) language plpgsql as $$
begin
  select t.member_id into member_id from transfer_schedule t
    join transfer_schedule_day y on y.schedule_id = t.id and y.state = 'announced'
      and y.send_on <= (p_at at time zone 'Asia/Manila')::date
    where t.id = p_schedule_id and t.state = 'active'
    limit 1;
  if not found then
    raise exception 'no due day of schedule % is open', p_schedule_id;
  end if;
  select m.guid, case
      when m.access_closed_for = 'frozen' then 'access_frozen'
      when m.access_closed_for = 'staff' then 'access_closed'
      when m.status = 'cancelled' then 'access_cancelled'
      when m.status <> 'active' then 'access_suspended'
      else 'ok' end
    into member_guid, verdict
    from member m where m.id = orderer_by_schedule.member_id for no key update;
end $$;

/*
 * Holds a member, then a schedule of theirs, then a due day of it that is announced, as whatever changes one does: what is
 * answered stays so until the transaction ends. No row where the schedule does not send it (any more).
 */
create or replace function hold_due_day(p_member_id bigint, p_schedule_id bigint, p_due_on date)
returns table (intent jsonb, amount_centavos bigint, next_on date, tries integer, refused_for text) language plpgsql as $$
declare
  t transfer_schedule;
begin
  perform from member m where m.id = p_member_id for no key update;
  select s.* into t from transfer_schedule s
    where s.id = p_schedule_id and s.member_id = p_member_id and s.state = 'active' for no key update;
  return query select t.intent, t.amount_centavos, t.next_on, y.tries, y.refused_for from transfer_schedule_day y
    where y.schedule_id = t.id and y.due_on = p_due_on and y.state = 'announced' for update;
end $$;

/* The order of an intent alone: not what it costs, nor its days. */
create or replace function bare_order(p_intent jsonb) returns jsonb language sql immutable
return p_intent - 'repeats' - 'first_on' - 'fee' - 'total';

/*
 * Whether a schedule approves this order, and by what it was approved itself: the same order, and no more than was
 * approved. verdict: 'ok' | fee_changed | otp_not_for_this_transfer
 */
create or replace function schedule_approval(p_schedule_id bigint, p_intent jsonb, out verdict text, out means text)
language sql stable
begin atomic
  select case
      when bare_order(t.intent) is distinct from bare_order(p_intent) then 'otp_not_for_this_transfer'
      when round(coalesce(p_intent ->> 'total', p_intent ->> 'amount')::numeric * 100) > t.most_centavos then 'fee_changed'
      else 'ok' end, t.means
    from transfer_schedule t where t.id = p_schedule_id;
end;

/* What the member was last told of the name of who is paid by a schedule. */
create or replace function scheduled_check(p_schedule_id bigint) returns bigint language sql stable
return (select t.payee_check_id from transfer_schedule t where t.id = p_schedule_id);

/* What the audit keeps of an order: the schedule beside it, where one made it. */
create or replace function with_schedule(p_intent jsonb, p_schedule_id bigint) returns jsonb language sql immutable
return case when p_schedule_id is null then p_intent
  else p_intent || jsonb_build_object('schedule', p_schedule_id::text) end;

/* How often it is sent within a year: a schedule has no end of its own. */
create or replace function runs_in_a_year(p_repeats text) returns integer language sql immutable
return case p_repeats when 'once' then 1 when 'weekly' then 53 when 'monthly' then 12 when 'paydays' then 24 end;

/*
 * What a schedule may bring a payee within a year by one approval, with the member's other schedules to the same payee
 * that have not ended: no sum goes there in parts, over days or over schedules, that would not go at once.
 */
create or replace function scheduled_exposure(
  p_member_id bigint, p_bank_id bigint, p_account text, p_amount_centavos bigint, p_repeats text
) returns bigint language sql stable
begin atomic
  select p_amount_centavos * runs_in_a_year(p_repeats) + coalesce((
    select sum(t.amount_centavos * runs_in_a_year(t.repeats)) from transfer_schedule t
    where t.member_id = p_member_id and t.state <> 'ended'
      and (t.intent ->> 'destination_bank')::bigint is not distinct from p_bank_id
      and coalesce(t.intent ->> 'destination_account_number', t.intent ->> 'destination_account') = p_account
  ), 0)::bigint;
end;

/* What the own limits leave for an order of a day to come: what is sent until then nobody knows. */
create or replace function own_left_ahead(o own_left) returns own_left language sql immutable
return case when o is null then o
  else row(o.is_off, o.is_payee_off, o.most_centavos, null::bigint, null::bigint, null::bigint)::own_left end;

/* Whether what a schedule takes from has, by what stands in the books now, what it would take. */
create or replace function schedule_has_money(t transfer_schedule) returns boolean language sql stable
begin atomic
  select coalesce((
      select g.available_centavos from card c join ledger_account g on g.id = c.ledger_account_id
        where c.member_id = t.member_id and t.intent ->> 'source_account' is null
      union all
      select g.available_centavos from member_account a join ledger_account g on g.id = a.ledger_account_id
        where a.account_number = t.intent ->> 'source_account' and a.member_id = t.member_id
    ) >= t.most_centavos, false);
end;
