-- The life of a card goes by its table of transitions: nothing changes a state but an event that may happen.

/* A field of the card as the table of transitions names its values. */
create or replace function card_field(c card, p_field text) returns text language sql immutable as $$
  select case p_field
    when 'status' then c.status
    when 'perso_status' then c.perso_status
    when 'member_locked' then case when c.member_locked then 'locked' else 'unlocked' end
    when 'admin_locked' then case when c.admin_locked then 'locked' else 'unlocked' end
    when 'freeze_locked' then case when c.freeze_locked then 'locked' else 'unlocked' end
  end
$$;

/* Nothing happens to a card but what the table allows, in the state it is in, by who may cause it. */
create or replace function card_event_is_allowed() returns trigger language plpgsql as $$
begin
  new.transaction_id := pg_current_xact_id();
  if not exists (
    select from public.card_transition t
    where t.field = new.field and t.from_status = new.from_status and t.event = new.event
      and t.to_status = new.to_status and new.actor_kind = any (t.actor_kinds)
  ) then
    raise exception 'a card cannot % from % by % (%)', new.event, new.from_status, new.actor_kind, new.field
      using errcode = 'CD001';
  end if;
  if new.from_status is distinct from (
    select public.card_field(c, new.field) from public.card c where c.id = new.card_id
  ) then
    raise exception 'card % is not in the state %', new.card_id, new.from_status using errcode = 'CD002';
  end if;
  return new;
end $$;
create or replace trigger card_event_is_allowed before insert on card_event
  for each row execute function card_event_is_allowed();

/* What was written down was also done: else the newest event would tell another state than the card. */
create or replace function card_event_was_done() returns trigger language plpgsql as $$
begin
  if exists (
    select from public.card c
    cross join lateral (
      select e.to_status from public.card_event e
      where e.card_id = c.id and e.field = new.field order by e.id desc limit 1
    ) newest
    where c.id = new.card_id and public.card_field(c, new.field) <> newest.to_status
  ) then
    raise exception 'card % did not become %', new.card_id, new.to_status using errcode = 'CD003';
  end if;
  return null;
end $$;
drop trigger if exists card_event_was_done on card_event;
create constraint trigger card_event_was_done after insert on card_event
  deferrable initially deferred for each row execute function card_event_was_done();

/* State and locks of a card change only with an event of the same transaction that says so. */
create or replace function card_moves_by_event() returns trigger language plpgsql as $$
declare
  v_field text;
begin
  foreach v_field in array array['status', 'perso_status', 'member_locked', 'admin_locked', 'freeze_locked'] loop
    if public.card_field(old, v_field) is distinct from public.card_field(new, v_field) and not exists (
      select from public.card_event e
      where e.card_id = new.id and e.transaction_id = pg_current_xact_id() and e.field = v_field
        and e.from_status = public.card_field(old, v_field) and e.to_status = public.card_field(new, v_field)
    ) then
      raise exception 'card % changes its % without an event', new.id, v_field using errcode = 'CD004';
    end if;
  end loop;
  return new;
end $$;
create or replace trigger card_moves_by_event before update of status, perso_status, member_locked, admin_locked, freeze_locked
  on card
  for each row execute function card_moves_by_event();
