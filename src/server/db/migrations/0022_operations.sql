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

-- Programs that run, as each says of itself every few seconds.
create table process_sign (
  id uuid primary key,
  name text not null check (name in ('api', 'worker')),
  pid integer not null,
  host text not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
);
