-- What was done stays written: not even the owner changes or removes an event.

create trigger audit_event_is_final before update or delete on audit_event
  for each row execute function refuse_change();
create trigger audit_event_stays before truncate on audit_event
  for each statement execute function refuse_change();
