-- Passkeys of members: keys of which the private half never leaves the member's phone, computer or password manager.

create table passkey (
  id uuid primary key,
  member_id bigint not null references member (id),
  -- As the authenticator names it, and its public key (COSE).
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null check (octet_length(public_key) between 32 and 4096),
  -- How often it signed, as it says; 0 where it does not count. It never goes back.
  counter bigint not null default 0 check (counter >= 0),
  -- How a browser reaches it ('internal', 'hybrid', 'usb'), a hint for the next time.
  transports text[] not null default '{}' check (cardinality(transports) <= 10),
  -- The model of the authenticator; zeros where it does not say.
  aaguid uuid not null,
  name text not null check (char_length(name) between 1 and 40),
  -- Whether it may be copied to the member's other devices, and whether it is.
  may_be_synced boolean not null,
  is_synced boolean not null check (may_be_synced or not is_synced),
  created_at timestamptz not null,
  last_used_at timestamptz check (last_used_at >= created_at),
  -- From when on it proves nothing. The row stays: what it approved names it.
  removed_at timestamptz check (removed_at >= created_at),
  -- Whether its owner removed it with no more than a code by text (removal_refusal.sql).
  removed_by_code boolean not null default false check (removed_at is not null or not removed_by_code)
);

create index passkey_by_member on passkey (member_id) where removed_at is null;

alter table otp_challenge add constraint otp_challenge_passkey foreign key (passkey_id) references passkey (id);
