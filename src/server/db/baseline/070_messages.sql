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
create index text_message_by_member on text_message (member_id, created_at desc) where member_id is not null;
-- Whether codes are late is asked with every configuration: few texts wait, and many went out lately.
create index text_message_not_handed_over on text_message (created_at) where handed_over_at is null;

-- What the bank tells its members, as staff word it. Each wording stays; the newest counts. Without one the
-- text is as it is shipped.
create table message_template (
  channel text not null check (channel in ('code', 'sms', 'portal')),
  name text not null check (name ~ '^[a-z][a-z_]{0,39}$'),
  version integer not null check (version > 0),
  text_en text not null check (char_length(text_en) between 1 and 400),
  text_fil text not null check (char_length(text_fil) between 1 and 400),
  -- Who asked for it, and who approved it.
  worded_by text not null,
  approved_by text not null check (approved_by <> worded_by),
  at timestamptz not null,
  primary key (channel, name, version)
);

create trigger message_template_is_final before update or delete on message_template
  for each row execute function refuse_change();
create trigger message_template_stays before truncate on message_template
  for each statement execute function refuse_change();
