-- Deeds that need two people: one asks, another decides. What is asked for is fixed by a hash when it is
-- made; the decision applies exactly that, in one transaction, or nothing.

create table staff_request (
  id uuid primary key,
  kind text not null check (kind ~ '^[a-z][a-z_]{0,39}$'),
  -- Whose staff decide; null for what is the whole association's.
  office_id bigint references office (id),
  -- What it is about: 'member:<guid>', 'feature:<name>'.
  subject text not null,
  payload jsonb not null,
  -- Papers shown to the maker: [{id, name, mediaType, size, sha256}] of staff_document.
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

/* SHA-256, in hex, of what the maker asked for, as canonical JSON: jsonb has one order of names. */
create function staff_request_hash(r staff_request) returns text language sql immutable as $$
  select encode(sha256(convert_to(jsonb_build_object(
    'id', r.id, 'kind', r.kind, 'officeId', r.office_id, 'subject', r.subject, 'payload', r.payload,
    'documents', r.documents, 'before', r.before, 'reason', r.reason,
    'maker', r.maker_staff_id, 'makerPerson', r.maker_person_key,
    'madeAt', extract(epoch from r.made_at), 'expiresAt', extract(epoch from r.expires_at)
  )::text, 'UTF8')), 'hex')
$$;

create function staff_request_is_made() returns trigger language plpgsql as $$
begin
  if new.state <> 'open' then
    raise exception 'a request begins open' using errcode = 'check_violation';
  end if;
  new.payload_hash := staff_request_hash(new);
  return new;
end $$;
create trigger staff_request_is_made before insert on staff_request
  for each row execute function staff_request_is_made();

-- What was asked for never changes, and what was decided stays decided: not even the owner undoes it.
create function staff_request_is_decided_once() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'request % is % already', old.id, old.state using errcode = '42501';
  end if;
  if new.payload_hash <> old.payload_hash or staff_request_hash(new) <> staff_request_hash(old)
    or new.maker_username <> old.maker_username or new.idempotency_key <> old.idempotency_key then
    raise exception 'what request % asks for is fixed', old.id using errcode = '42501';
  end if;
  return new;
end $$;
create trigger staff_request_is_decided_once before update on staff_request
  for each row execute function staff_request_is_decided_once();
create trigger staff_request_stays before delete on staff_request
  for each row execute function refuse_change();
create trigger staff_request_stays_whole before truncate on staff_request
  for each statement execute function refuse_change();

-- Papers that prove a request. One without a request was sent and then not used; it goes after a day.
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
create function staff_document_is_proof() returns trigger language plpgsql as $$
begin
  raise exception 'document % belongs to a request', old.id using errcode = '42501';
end $$;
create trigger staff_document_is_proof before update or delete on staff_document
  for each row when (old.request_id is not null) execute function staff_document_is_proof();
create trigger staff_document_stays before truncate on staff_document
  for each statement execute function refuse_change();

-- Who may ask and who may decide. What is no branch's takes a role in all of them.
insert into role_action (role, action, scope) values
  ('teller', 'request.view', 'own'),
  ('card_officer', 'request.view', 'own'),
  ('loan_officer', 'request.view', 'own'),
  ('fraud_officer', 'request.view', 'all'),
  ('supervisor', 'request.view', 'own'),
  ('auditor', 'request.view', 'all'),
  ('administrator', 'request.view', 'all'),
  ('teller', 'request.lift_admin_lock', 'own'),
  ('card_officer', 'request.lift_admin_lock', 'own'),
  ('fraud_officer', 'request.lift_admin_lock', 'all'),
  ('supervisor', 'request.lift_admin_lock', 'own'),
  ('supervisor', 'decide.lift_admin_lock', 'own'),
  ('fraud_officer', 'decide.lift_admin_lock', 'all'),
  ('card_officer', 'request.deactivate_card', 'own'),
  ('fraud_officer', 'request.deactivate_card', 'all'),
  ('supervisor', 'request.deactivate_card', 'own'),
  ('supervisor', 'decide.deactivate_card', 'own'),
  ('fraud_officer', 'decide.deactivate_card', 'all'),
  ('card_officer', 'request.reactivate_card', 'own'),
  ('supervisor', 'request.reactivate_card', 'own'),
  ('supervisor', 'decide.reactivate_card', 'own'),
  ('teller', 'request.reactivate_member', 'own'),
  ('supervisor', 'request.reactivate_member', 'own'),
  ('supervisor', 'decide.reactivate_member', 'own'),
  ('teller', 'request.change_mobile', 'own'),
  ('supervisor', 'request.change_mobile', 'own'),
  ('supervisor', 'decide.change_mobile', 'own'),
  ('teller', 'request.change_email', 'own'),
  ('supervisor', 'request.change_email', 'own'),
  ('supervisor', 'decide.change_email', 'own'),
  ('supervisor', 'request.transfer_setting', 'own'),
  ('administrator', 'request.transfer_setting', 'all'),
  ('supervisor', 'decide.transfer_setting', 'own'),
  ('administrator', 'decide.transfer_setting', 'all'),
  ('supervisor', 'request.holiday', 'own'),
  ('administrator', 'request.holiday', 'all'),
  ('supervisor', 'decide.holiday', 'own'),
  ('administrator', 'decide.holiday', 'all'),
  ('supervisor', 'request.feature_flag', 'own'),
  ('administrator', 'request.feature_flag', 'all'),
  ('supervisor', 'decide.feature_flag', 'own'),
  ('administrator', 'decide.feature_flag', 'all'),
  ('supervisor', 'request.maintenance_flag', 'own'),
  ('administrator', 'request.maintenance_flag', 'all'),
  ('supervisor', 'decide.maintenance_flag', 'own'),
  ('administrator', 'decide.maintenance_flag', 'all'),
  ('supervisor', 'request.manual_journal', 'own'),
  ('supervisor', 'decide.manual_journal', 'own'),
  ('supervisor', 'request.journal_reversal', 'own'),
  ('supervisor', 'decide.journal_reversal', 'own'),
  ('fraud_officer', 'request.disputed_funds_hold', 'all'),
  ('supervisor', 'request.disputed_funds_hold', 'own'),
  ('supervisor', 'decide.disputed_funds_hold', 'own'),
  ('fraud_officer', 'decide.disputed_funds_hold', 'all'),
  ('fraud_officer', 'request.disputed_funds_release', 'all'),
  ('supervisor', 'request.disputed_funds_release', 'own'),
  ('supervisor', 'decide.disputed_funds_release', 'own'),
  ('fraud_officer', 'decide.disputed_funds_release', 'all');

alter table card
  -- Why it was deactivated: what is lost for good is not activated again.
  add column deactivated_for text
    check (deactivated_for in ('lost', 'stolen', 'fraud', 'expired', 'replaced', 'death', 'closed', 'other'));

-- What a switched-off part of the portal says, and when it comes back by itself.
alter table feature
  add column text_en text not null default '' check (char_length(text_en) <= 300),
  add column text_fil text not null default '' check (char_length(text_fil) <= 300),
  add column ends_at timestamptz,
  add constraint feature_that_is_on_has_no_end check (state <> 'on' or ends_at is null);
alter table card_maintenance
  add column text_fil text not null default '' check (char_length(text_fil) <= 300),
  add column ends_at timestamptz,
  add constraint maintenance_that_is_off_has_no_end check (is_on or ends_at is null);

-- Days on which the clearing is closed or declared otherwise (data/holidays-2026-2027.json). A day that
-- turned out to be none stays, no longer observed.
create table holiday (
  day date primary key,
  name text not null check (char_length(btrim(name)) between 1 and 100),
  type text not null check (type in ('regular', 'special_non_working', 'special_working', 'suspension')),
  is_banking_day boolean not null,
  is_observed boolean not null default true,
  status text not null default 'proclaimed' check (status in ('proclaimed', 'projected')),
  basis text not null default '' check (char_length(basis) <= 200)
);
insert into holiday (day, name, type, is_banking_day, status, basis) values
  ('2026-01-01', 'New Year''s Day', 'regular', false, 'proclaimed', 'Proclamation No. 1006 (3 Sep 2025)'),
  ('2026-02-17', 'Chinese New Year', 'special_non_working', false, 'proclaimed', 'Proclamation No. 1006 (3 Sep 2025)'),
  ('2026-02-25', 'EDSA People Power Revolution Anniversary', 'special_working', true, 'proclaimed', 'Proclamation No. 1006 (3 Sep 2025)'),
  ('2026-03-20', 'Eid''l Fitr (Feast of Ramadhan)', 'regular', false, 'proclaimed', 'Palace declaration of 12 Mar 2026'),
  ('2026-04-02', 'Maundy Thursday', 'regular', false, 'proclaimed', 'Proclamation No. 1006 (3 Sep 2025)'),
  ('2026-04-03', 'Good Friday', 'regular', false, 'proclaimed', 'Proclamation No. 1006 (3 Sep 2025)'),
  ('2026-04-04', 'Black Saturday', 'special_non_working', false, 'proclaimed', 'Proclamation No. 1006 (3 Sep 2025)'),
  ('2026-04-09', 'Araw ng Kagitingan (Day of Valor)', 'regular', false, 'proclaimed', 'Proclamation No. 1006 (3 Sep 2025)'),
  ('2026-05-01', 'Labor Day', 'regular', false, 'proclaimed', 'Proclamation No. 1006 (3 Sep 2025)'),
  ('2026-05-27', 'Eid''l Adha (Feast of Sacrifice)', 'regular', false, 'proclaimed', 'Proclamation No. 1264 (21 May 2026)'),
  ('2026-06-12', 'Independence Day', 'regular', false, 'proclaimed', 'Proclamation No. 1006 (3 Sep 2025)'),
  ('2026-08-21', 'Ninoy Aquino Day', 'special_non_working', false, 'proclaimed', 'Proclamation No. 1006 (3 Sep 2025)'),
  ('2026-08-31', 'National Heroes Day', 'regular', false, 'proclaimed', 'Proclamation No. 1006 (3 Sep 2025)'),
  ('2026-11-01', 'All Saints'' Day', 'special_non_working', false, 'proclaimed', 'Proclamation No. 1006 (3 Sep 2025)'),
  ('2026-11-02', 'All Souls'' Day', 'special_non_working', false, 'proclaimed', 'Proclamation No. 1006 (3 Sep 2025)'),
  ('2026-11-30', 'Bonifacio Day', 'regular', false, 'proclaimed', 'Proclamation No. 1006 (3 Sep 2025)'),
  ('2026-12-08', 'Feast of the Immaculate Conception of Mary', 'special_non_working', false, 'proclaimed', 'Proclamation No. 1006 (3 Sep 2025)'),
  ('2026-12-24', 'Christmas Eve', 'special_non_working', false, 'proclaimed', 'Proclamation No. 1006 (3 Sep 2025)'),
  ('2026-12-25', 'Christmas Day', 'regular', false, 'proclaimed', 'Proclamation No. 1006 (3 Sep 2025)'),
  ('2026-12-30', 'Rizal Day', 'regular', false, 'proclaimed', 'Proclamation No. 1006 (3 Sep 2025)'),
  ('2026-12-31', 'Last Day of the Year', 'special_non_working', false, 'proclaimed', 'Proclamation No. 1006 (3 Sep 2025)'),
  ('2027-01-01', 'New Year''s Day', 'regular', false, 'projected', 'Projected from law and practice; no proclamation for 2027 yet'),
  ('2027-02-06', 'Chinese New Year', 'special_non_working', false, 'projected', 'Projected from law and practice; no proclamation for 2027 yet'),
  ('2027-02-25', 'EDSA People Power Revolution Anniversary', 'special_working', true, 'projected', 'Projected from law and practice; no proclamation for 2027 yet'),
  ('2027-03-10', 'Eid''l Fitr (Feast of Ramadhan)', 'regular', false, 'projected', 'Projected from law and practice; no proclamation for 2027 yet'),
  ('2027-03-25', 'Maundy Thursday', 'regular', false, 'projected', 'Projected from law and practice; no proclamation for 2027 yet'),
  ('2027-03-26', 'Good Friday', 'regular', false, 'projected', 'Projected from law and practice; no proclamation for 2027 yet'),
  ('2027-03-27', 'Black Saturday', 'special_non_working', false, 'projected', 'Projected from law and practice; no proclamation for 2027 yet'),
  ('2027-04-09', 'Araw ng Kagitingan (Day of Valor)', 'regular', false, 'projected', 'Projected from law and practice; no proclamation for 2027 yet'),
  ('2027-05-01', 'Labor Day', 'regular', false, 'projected', 'Projected from law and practice; no proclamation for 2027 yet'),
  ('2027-05-17', 'Eid''l Adha (Feast of Sacrifice)', 'regular', false, 'projected', 'Projected from law and practice; no proclamation for 2027 yet'),
  ('2027-06-12', 'Independence Day', 'regular', false, 'projected', 'Projected from law and practice; no proclamation for 2027 yet'),
  ('2027-08-21', 'Ninoy Aquino Day', 'special_non_working', false, 'projected', 'Projected from law and practice; no proclamation for 2027 yet'),
  ('2027-08-30', 'National Heroes Day', 'regular', false, 'projected', 'Projected from law and practice; no proclamation for 2027 yet'),
  ('2027-11-01', 'All Saints'' Day', 'special_non_working', false, 'projected', 'Projected from law and practice; no proclamation for 2027 yet'),
  ('2027-11-02', 'All Souls'' Day', 'special_non_working', false, 'projected', 'Projected from law and practice; no proclamation for 2027 yet'),
  ('2027-11-30', 'Bonifacio Day', 'regular', false, 'projected', 'Projected from law and practice; no proclamation for 2027 yet'),
  ('2027-12-08', 'Feast of the Immaculate Conception of Mary', 'special_non_working', false, 'projected', 'Projected from law and practice; no proclamation for 2027 yet'),
  ('2027-12-24', 'Christmas Eve', 'special_non_working', false, 'projected', 'Projected from law and practice; no proclamation for 2027 yet'),
  ('2027-12-25', 'Christmas Day', 'regular', false, 'projected', 'Projected from law and practice; no proclamation for 2027 yet'),
  ('2027-12-30', 'Rizal Day', 'regular', false, 'projected', 'Projected from law and practice; no proclamation for 2027 yet'),
  ('2027-12-31', 'Last Day of the Year', 'special_non_working', false, 'projected', 'Projected from law and practice; no proclamation for 2027 yet');
