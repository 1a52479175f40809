-- The transfer desk: problems that members report, and who of the staff works on what.

create table transfer_case (
  id bigint generated always as identity primary key,
  case_no text not null unique check (case_no ~ '^TC[0-9]{6}-[0-9]{10}$'),
  ref_no text not null references transfer (ref_no),
  member_id bigint not null references member (id),
  reason text not null check (reason in ('not_me', 'wrong_account', 'wrong_amount', 'not_received', 'other')),
  -- 'waiting' is for the member or a partner; whatever the member adds makes it 'open' again.
  state text not null default 'open' check (state in ('open', 'waiting', 'resolved')),
  -- Reported later than the terms ask for: taken all the same, and marked.
  is_late boolean not null,
  reported_at timestamptz not null,
  respond_by timestamptz not null check (respond_by > reported_at),
  owner text,
  owned_since timestamptz,
  answered_at timestamptz,
  resolved_at timestamptz,
  check ((owner is null) = (owned_since is null)),
  check ((state = 'resolved') = (resolved_at is not null))
);
-- A member who reports the same thing again means the case that is open.
create unique index transfer_case_one_open on transfer_case (ref_no, reason) where state <> 'resolved';
create index transfer_case_to_do on transfer_case (respond_by, id) where state <> 'resolved';
create index transfer_case_by_member on transfer_case (member_id, id desc);
create trigger transfer_case_stays before delete on transfer_case
  for each row execute function refuse_change();
create trigger transfer_case_is_not_emptied before truncate on transfer_case
  for each statement execute function refuse_change();

-- What was said and done in a case, in its order. The member sees what they said and what they were told.
create table transfer_case_event (
  id bigint generated always as identity primary key,
  case_id bigint not null references transfer_case (id),
  at timestamptz not null,
  what text not null check (what in ('reported', 'added', 'taken', 'handed_over', 'noted', 'answered', 'resolved')),
  -- A member's guid or a staff username.
  actor text not null,
  words text not null default '' check (char_length(words) <= 1000),
  -- To whom it was handed over.
  to_owner text check ((to_owner is not null) = (what = 'handed_over'))
);
create index transfer_case_event_by_case on transfer_case_event (case_id, id);
create trigger transfer_case_event_is_final before update or delete on transfer_case_event
  for each row execute function refuse_change();
create trigger transfer_case_event_stays before truncate on transfer_case_event
  for each statement execute function refuse_change();

-- Who of the staff works on an exception, whichever table it lies in ('transfer-<n>', 'issuer-<event>').
create table exception_owner (
  exception_id text primary key check (exception_id ~ '^(issuer|transfer|order)-.{1,80}$'),
  owner text not null,
  since timestamptz not null
);

-- A partner's file of what moved on a day of Manila, held against our books. A later file for the same day
-- takes the place of the earlier; the earlier one stays to be looked at.
create table reconciliation_run (
  id bigint generated always as identity primary key,
  source text not null check (source in ('issuer', 'instapay', 'pesonet')),
  day date not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  fetched_at timestamptz not null,
  -- A staff username, or the worker's chore.
  asked_by text not null,
  replaced_at timestamptz,
  -- Of the last time it was matched.
  matched_at timestamptz not null,
  line_count integer not null check (line_count >= 0),
  our_count integer not null check (our_count >= 0),
  matched_count integer not null check (matched_count between 0 and line_count),
  -- The sum of the file's lines; negative is money out.
  total_centavos bigint not null,
  unique (source, day, sha256)
);
create unique index reconciliation_run_of_day on reconciliation_run (source, day) where replaced_at is null;

create table reconciliation_line (
  run_id bigint not null references reconciliation_run (id),
  line_no integer not null check (line_no > 0),
  reference text not null,
  account text not null,
  amount_centavos bigint not null,
  at timestamptz not null,
  state text,
  primary key (run_id, line_no)
);
create index reconciliation_line_by_reference on reconciliation_line (reference);
create trigger reconciliation_line_is_final before update or delete on reconciliation_line
  for each row execute function refuse_change();
create trigger reconciliation_line_stays before truncate on reconciliation_line
  for each statement execute function refuse_change();

-- What does not agree. 'in_flight' passed the end of a day and is not yet due on the other side; 'cleared'
-- came to agree by itself, in a later file or a later look; 'resolved' a person ended.
create table reconciliation_break (
  id bigint generated always as identity primary key,
  source text not null check (source in ('issuer', 'instapay', 'pesonet')),
  day date not null,
  kind text not null check (kind in ('missing_with_us', 'missing_with_them', 'amount_differs', 'state_differs', 'doubled')),
  reference text not null,
  account text not null,
  -- Of several of one kind, reference and account on a day.
  ordinal integer not null check (ordinal > 0),
  ours_centavos bigint,
  theirs_centavos bigint,
  ours_state text,
  theirs_state text,
  -- When the movement was.
  at timestamptz not null,
  found_at timestamptz not null,
  state text not null check (state in ('in_flight', 'open', 'cleared', 'resolved')),
  owner text,
  owned_since timestamptz,
  cleared_at timestamptz,
  -- The file that cleared it.
  cleared_by bigint references reconciliation_run (id),
  resolved_at timestamptz,
  resolved_by text,
  resolution text check (char_length(btrim(resolution)) between 1 and 1000),
  unique (source, day, kind, reference, account, ordinal),
  check (num_nonnulls(ours_centavos, theirs_centavos) > 0),
  check ((owner is null) = (owned_since is null)),
  check ((state = 'cleared') = (cleared_at is not null)),
  check (cleared_by is null or state = 'cleared'),
  check (num_nulls(resolved_at, resolved_by, resolution) in (0, 3)),
  check ((state = 'resolved') = (resolved_at is not null))
);
create index reconciliation_break_to_do on reconciliation_break (found_at, id) where state in ('open', 'in_flight');
create index reconciliation_break_by_day on reconciliation_break (source, day);
create trigger reconciliation_break_stays before delete on reconciliation_break
  for each row execute function refuse_change();
create trigger reconciliation_break_is_not_emptied before truncate on reconciliation_break
  for each statement execute function refuse_change();

-- What had to agree at a moment, with both figures, for whoever asks years later.
create table reconciliation_proof (
  id bigint generated always as identity primary key,
  day date not null,
  at timestamptz not null,
  made_by text not null,
  is_right boolean not null,
  -- [{name, ours, theirs, explained, isRight, detail}], amounts in centavos as text.
  lines jsonb not null
);
create index reconciliation_proof_by_day on reconciliation_proof (day, id);
create trigger reconciliation_proof_is_final before update or delete on reconciliation_proof
  for each row execute function refuse_change();
create trigger reconciliation_proof_stays before truncate on reconciliation_proof
  for each statement execute function refuse_change();

-- The money of a transfer is its member's branch's; the partners' files and the proof are the association's.
insert into role_action (role, action, scope) values
  ('teller', 'transfer.inquire', 'own'),
  ('supervisor', 'transfer.inquire', 'own'),
  ('fraud_officer', 'transfer.inquire', 'all'),
  ('teller', 'request.refund_transfer', 'own'),
  ('supervisor', 'request.refund_transfer', 'own'),
  ('fraud_officer', 'request.refund_transfer', 'all'),
  ('supervisor', 'decide.refund_transfer', 'own'),
  ('fraud_officer', 'decide.refund_transfer', 'all'),
  ('teller', 'transfer_case.view', 'own'),
  ('card_officer', 'transfer_case.view', 'own'),
  ('supervisor', 'transfer_case.view', 'own'),
  ('fraud_officer', 'transfer_case.view', 'all'),
  ('auditor', 'transfer_case.view', 'all'),
  ('teller', 'transfer_case.work', 'own'),
  ('supervisor', 'transfer_case.work', 'own'),
  ('fraud_officer', 'transfer_case.work', 'all'),
  ('supervisor', 'reconciliation.view', 'all'),
  ('fraud_officer', 'reconciliation.view', 'all'),
  ('auditor', 'reconciliation.view', 'all'),
  ('administrator', 'reconciliation.view', 'all'),
  ('supervisor', 'reconciliation.run', 'all'),
  ('supervisor', 'reconciliation.resolve', 'all');
