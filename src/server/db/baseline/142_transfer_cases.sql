-- Problems that members report.
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
  -- Whose word it waits for: the member's own, or the other bank's.
  waits_for text check (waits_for in ('member', 'bank')),
  resolved_at timestamptz,
  check ((owner is null) = (owned_since is null)),
  check ((state = 'waiting') = (waits_for is not null)),
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
