-- Actions that need two people: one requests, another decides. What is requested is fixed by a hash when it is
-- made; the decision applies exactly that, in one transaction, or nothing.
create table staff_request (
  id uuid primary key,
  kind text not null check (kind ~ '^[a-z][a-z_]{0,39}$'),
  -- Whose staff decide; null for what is the whole association's.
  office_id bigint references office (id),
  -- What it is about: 'member:<guid>', 'feature:<name>'.
  subject text not null,
  payload jsonb not null,
  -- Documents shown to the maker: [{id, name, mediaType, size, sha256}] of staff_document.
  documents jsonb not null default '[]',
  -- The state as the maker saw it, as flat names and texts. Another state at the decision is stale.
  before jsonb not null,
  reason text not null check (char_length(btrim(reason)) between 1 and 1000),
  maker_staff_id bigint not null references staff (id),
  maker_username text not null,
  -- The person, whatever the account.
  maker_person_key text not null,
  made_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > made_at),
  -- SHA-256 of everything above, written by the trigger below and by nobody else.
  payload_hash text not null check (payload_hash ~ '^[0-9a-f]{64}$'),
  idempotency_key text not null,
  state text not null default 'open'
    check (state in ('open', 'approved', 'rejected', 'withdrawn', 'expired', 'stale', 'failed')),
  -- Who decided, or tried to when the request turned out stale or could not be carried out.
  checker_staff_id bigint references staff (id),
  checker_username text,
  checker_person_key text,
  decided_at timestamptz,
  note text not null default '' check (char_length(note) <= 1000),
  unique (maker_staff_id, idempotency_key),
  constraint staff_request_needs_two_people check (checker_person_key <> maker_person_key),
  constraint staff_request_decision check ((state = 'open') = (decided_at is null)),
  constraint staff_request_checker check (case
    when state in ('approved', 'rejected', 'stale', 'failed')
      then num_nonnulls(checker_staff_id, checker_username, checker_person_key) = 3
    else num_nonnulls(checker_staff_id, checker_username, checker_person_key) = 0 end),
  constraint staff_request_rejection_says_why check (state <> 'rejected' or btrim(note) <> '')
);

create unique index staff_request_one_open on staff_request (kind, subject) where state = 'open';
create index staff_request_newest on staff_request (made_at, id);
create index staff_request_open on staff_request (made_at, id) where state = 'open';
create index staff_request_to_expire on staff_request (expires_at) where state = 'open';
create index staff_request_by_subject on staff_request (subject, made_at);
create index staff_request_by_maker on staff_request (maker_staff_id, made_at, id);
create trigger staff_request_stays before delete on staff_request
  for each row execute function refuse_change();
create trigger staff_request_stays_whole before truncate on staff_request
  for each statement execute function refuse_change();

-- Documents that prove a request. One without a request was sent and then not used; it goes after a day.
create table staff_document (
  id uuid primary key,
  request_id uuid references staff_request (id),
  name text not null check (char_length(name) between 1 and 200),
  media_type text not null check (media_type in ('image/jpeg', 'image/png', 'application/pdf')),
  bytes bytea not null check (octet_length(bytes) between 1 and 5242880),
  sha256 text not null generated always as (encode(sha256(bytes), 'hex')) stored,
  uploaded_by bigint not null references staff (id),
  uploaded_at timestamptz not null
);

create index staff_document_by_request on staff_document (request_id);
create index staff_document_unused on staff_document (uploaded_at) where request_id is null;
create trigger staff_document_stays before truncate on staff_document
  for each statement execute function refuse_change();
