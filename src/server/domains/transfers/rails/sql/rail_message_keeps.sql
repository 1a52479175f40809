create or replace function rail_message_keeps() returns trigger language plpgsql as $$
begin
  if (new.rail, new.direction, new.type, new.message_id, new.body, new.at)
      is distinct from (old.rail, old.direction, old.type, old.message_id, old.body, old.at)
      or coalesce(old.outcome, 'received') <> 'received' then
    raise exception 'a message of a rail is final';
  end if;
  return new;
end $$;
create or replace trigger rail_message_keeps before update on rail_message
  for each row execute function rail_message_keeps();
