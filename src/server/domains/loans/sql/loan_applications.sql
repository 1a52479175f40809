-- An application and a loan go by their table of transitions.

/* Nothing happens to an application but what the table allows, in the state it is in, by who may cause it. */
create or replace function loan_event_is_allowed() returns trigger language plpgsql as $$
begin
  new.transaction_id := pg_current_xact_id();
  if not exists (
    select from public.loan_application_transition t
    where t.from_state = new.from_state and t.to_state = new.to_state and new.actor_kind = any (t.actor_kinds)
  ) then
    raise exception 'an application does not go from % to % by %', new.from_state, new.to_state, new.actor_kind
      using errcode = 'LN001';
  end if;
  if new.from_state is distinct from (
    select a.state from public.loan_application a where a.id = new.application_id
  ) then
    raise exception 'application % is not in the state %', new.application_id, new.from_state using errcode = 'LN002';
  end if;
  return new;
end $$;
create or replace trigger loan_event_is_allowed before insert on loan_application_event
  for each row execute function loan_event_is_allowed();

/* What was written down was also done: else the newest event would tell another state than the application. */
create or replace function loan_event_was_done() returns trigger language plpgsql as $$
begin
  if exists (
    select from public.loan_application a
    where a.id = new.application_id and a.state <> (
      select e.to_state from public.loan_application_event e
      where e.application_id = a.id order by e.id desc limit 1)
  ) then
    raise exception 'application % did not become %', new.application_id, new.to_state using errcode = 'LN003';
  end if;
  return null;
end $$;
drop trigger if exists loan_event_was_done on loan_application_event;
create constraint trigger loan_event_was_done after insert on loan_application_event
  deferrable initially deferred for each row execute function loan_event_was_done();

/* An application begins submitted and changes its state only with an event of the same transaction. */
create or replace function loan_application_moves_by_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'submitted' then
      raise exception 'an application begins submitted' using errcode = 'LN004';
    end if;
  elsif new.state <> old.state and not exists (
    select from public.loan_application_event e
    where e.application_id = new.id and e.transaction_id = pg_current_xact_id()
      and e.from_state = old.state and e.to_state = new.state
  ) then
    raise exception 'application % changes its state without an event', new.id using errcode = 'LN004';
  end if;
  return new;
end $$;
create or replace trigger loan_application_moves_by_event before insert or update of state on loan_application
  for each row execute function loan_application_moves_by_event();

/* The state of a loan changes as the table allows. */
create or replace function loan_moves_as_allowed() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not exists (
    select from public.loan_application_transition t where t.from_state = old.state and t.to_state = new.state
  ) then
    raise exception 'loan % does not go from % to %', old.loan_no, old.state, new.state using errcode = 'LN001';
  end if;
  return new;
end $$;
create or replace trigger loan_moves_as_allowed before update of state on loan
  for each row execute function loan_moves_as_allowed();
