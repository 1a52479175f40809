-- What became of each text message, for operators and auditors. Its words are nowhere; its number only
-- masked, and as an HMAC by which a gateway's report finds it.
create table text_message (
  id uuid primary key,
  kind text not null check (kind in ('code', 'notice')),
  purpose text not null check (purpose ~ '^[a-z][a-z_]{0,39}$'),
  member_id bigint references member,
  masked_number text not null,
  number_hmac bytea not null check (octet_length(number_hmac) = 32),
  -- 'in_doubt': it may have left; nobody has said yet whether the gateway took it.
  state text not null default 'queued'
    check (state in ('queued', 'in_doubt', 'handed_over', 'delivered', 'failed', 'expired')),
  reason text not null default '',
  transport text check (transport in ('http', 'smpp')),
  -- The gateway's own name for it.
  gateway_id text check (length(gateway_id) between 1 and 100),
  attempts integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When it first may have left.
  submitted_at timestamptz,
  handed_over_at timestamptz,
  ended_at timestamptz,
  check ((ended_at is not null) = (state in ('delivered', 'failed', 'expired'))),
  check (state <> 'handed_over' or handed_over_at is not null),
  check (state <> 'in_doubt' or submitted_at is not null)
);
create index text_message_by_age on text_message (created_at);
create index text_message_waiting on text_message (created_at) where state in ('queued', 'in_doubt');
create index text_message_in_doubt on text_message (number_hmac) where state = 'in_doubt';
create index text_message_by_gateway_id on text_message (gateway_id) where gateway_id is not null;

-- Reports come twice and out of order: what ended a text stands.
create function text_message_ends_once() returns trigger
  language plpgsql as $$
begin
  raise exception 'text % has ended as %', old.id, old.state using errcode = 'check_violation';
end $$;
create trigger text_message_ends_once before update of state on text_message
  for each row when (old.ended_at is not null and new.state <> old.state)
  execute function text_message_ends_once();

-- Requests of partners that were signed and taken; the same again is a replay.
create table signed_nonce (
  partner text not null,
  nonce text not null,
  seen_at timestamptz not null,
  primary key (partner, nonce)
);
