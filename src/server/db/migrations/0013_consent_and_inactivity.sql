-- What members agreed to, and online access that nobody uses.

create table consent (
  id bigint generated always as identity primary key,
  member_id bigint not null references member (id),
  document text not null check (document in ('privacy', 'terms')),
  -- The day the text was issued is its name (src/contract/documents.ts).
  version date not null,
  agreed_at timestamptz not null,
  unique (member_id, document, version)
);
create trigger consent_is_final before update or delete on consent
  for each row execute function refuse_change();
create trigger consent_stays before truncate on consent
  for each statement execute function refuse_change();

alter table sign_up_draft
  -- The terms that were agreed to with the form, as privacy_version.
  add column terms_version date not null;

alter table member
  -- Why online access is not open. What staff closed, only staff opens.
  add column access_closed_for text check (access_closed_for in ('inactivity', 'staff')),
  -- The newest activity that last_login_at does not say: an access opened again, or a session that went
  -- on after its sign-in (cleanUp.ts writes it when it removes the session).
  add column last_active_at timestamptz,
  -- From when inactivity is counted.
  add column inactive_since timestamptz not null
    generated always as (greatest(created_at, password_changed_at, last_login_at, last_active_at)) stored,
  add column inactivity_warned_at timestamptz;

-- Nobody wrote down why these were closed, so no code from a phone opens them.
update member set access_closed_for = 'staff' where status <> 'active';
alter table member add constraint member_closed_for_a_reason
  check ((status = 'active') = (access_closed_for is null));

-- Only who has online access can lose it.
create index member_by_inactivity on member (inactive_since)
  where username_key is not null and access_closed_for is distinct from 'staff';
