-- What the card issuer told us by signed events, once each, and what became of it. An event that does
-- not fit our books is an exception for a person: it is answered as received, so that the issuer does
-- not repeat it for ever, and changes no balance.
create table issuer_event (
  event_id text primary key check (event_id ~ '^[A-Za-z0-9-]{1,80}$'),
  -- Of the first delivery; the same signed request again is a replay.
  nonce text not null unique,
  type text not null,
  received_at timestamptz not null,
  -- The fields we know; nothing else of the event is kept.
  body jsonb not null,
  -- 'received' is being worked on, or was when a process died: the next delivery goes on.
  outcome text not null check (outcome in ('received', 'booked', 'already', 'exception')),
  reason text not null default ''
);
create index issuer_event_to_look_at on issuer_event (received_at) where outcome = 'exception';

-- An event is never lost.
create trigger issuer_event_stays before delete on issuer_event
  for each row execute function refuse_change();
create trigger issuer_event_is_not_emptied before truncate on issuer_event
  for each statement execute function refuse_change();
