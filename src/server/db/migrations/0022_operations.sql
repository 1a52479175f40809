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

insert into role_action (role, action, scope) values
  ('teller', 'holiday.view', 'all'),
  ('card_officer', 'holiday.view', 'all'),
  ('loan_officer', 'holiday.view', 'all'),
  ('fraud_officer', 'holiday.view', 'all'),
  ('supervisor', 'holiday.view', 'all'),
  ('auditor', 'holiday.view', 'all'),
  ('administrator', 'holiday.view', 'all'),
  ('teller', 'office.view', 'all'),
  ('card_officer', 'office.view', 'all'),
  ('loan_officer', 'office.view', 'all'),
  ('fraud_officer', 'office.view', 'all'),
  ('supervisor', 'office.view', 'all'),
  ('auditor', 'office.view', 'all'),
  ('administrator', 'office.view', 'all'),
  ('teller', 'bank.view', 'all'),
  ('fraud_officer', 'bank.view', 'all'),
  ('supervisor', 'bank.view', 'all'),
  ('auditor', 'bank.view', 'all'),
  ('administrator', 'bank.view', 'all'),
  ('supervisor', 'flag.view', 'all'),
  ('auditor', 'flag.view', 'all'),
  ('administrator', 'flag.view', 'all'),
  ('supervisor', 'message_template.view', 'all'),
  ('auditor', 'message_template.view', 'all'),
  ('administrator', 'message_template.view', 'all'),
  ('supervisor', 'job.view', 'all'),
  ('auditor', 'job.view', 'all'),
  ('administrator', 'job.view', 'all'),
  ('supervisor', 'health.view', 'all'),
  ('auditor', 'health.view', 'all'),
  ('administrator', 'health.view', 'all'),
  ('administrator', 'office.edit', 'all'),
  ('administrator', 'bank.edit', 'all'),
  ('administrator', 'job.rerun', 'all'),
  ('supervisor', 'request.message_template', 'all'),
  ('administrator', 'request.message_template', 'all'),
  ('supervisor', 'decide.message_template', 'all')
  on conflict do nothing;
