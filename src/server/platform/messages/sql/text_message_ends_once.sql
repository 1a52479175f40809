-- Reports come twice and out of order: what ended a text stands.
create or replace function text_message_ends_once() returns trigger
  language plpgsql as $$
begin
  raise exception 'text % has ended as %', old.id, old.state using errcode = 'check_violation';
end $$;
create or replace trigger text_message_ends_once before update of state on text_message
  for each row when (old.ended_at is not null and new.state <> old.state)
  execute function text_message_ends_once();
