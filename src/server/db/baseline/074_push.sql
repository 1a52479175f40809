-- Where the browsers of members are reached by their push services (docs/push.md).
create table push_subscription (
  id uuid primary key,
  member_id bigint not null references member (id),
  -- It ends when its device is forgotten (end_push_with_device).
  device_id uuid not null references device (id),
  -- What the browser gave us: an address at its push service, its public key and its secret.
  endpoint text not null check (char_length(endpoint) between 12 and 1500),
  p256dh bytea not null check (octet_length(p256dh) = 65),
  auth bytea not null check (octet_length(auth) = 16),
  -- The key of ours that it was made for (keyId.ts): no other may push there.
  key_id text not null,
  created_at timestamptz not null,
  -- From when on it may stand for a text. A thief's browser that was added today silences none.
  instead_of_text_from timestamptz not null,
  last_pushed_at timestamptz,
  ended_at timestamptz check (ended_at >= created_at),
  -- 'member' pressed; 'replaced' in the same browser; 'moved' to who uses the browser now; 'device' is forgotten;
  -- 'gone' says the push service; 'key' of ours was dropped.
  end_reason text check (end_reason in ('member', 'replaced', 'moved', 'device', 'gone', 'key')),
  check ((ended_at is null) = (end_reason is null))
);

create unique index push_subscription_of_endpoint on push_subscription (endpoint) where ended_at is null;
create unique index push_subscription_of_device on push_subscription (device_id) where ended_at is null;
create index push_subscription_by_member on push_subscription (member_id) where ended_at is null;
create index push_subscription_by_device on push_subscription (device_id, created_at desc);

-- What became of each notice that is pushed. Its words are those of the notice (040_members.sql).
create table push_notice (
  notification_id bigint primary key,
  member_id bigint not null references member (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When a push service first took it for a browser that may stand for a text; null while none has.
  accepted_at timestamptz,
  -- When the text went in its place.
  texted_at timestamptz
);

create index push_notice_by_age on push_notice using brin (created_at);

-- Whether a pushed notice tells amounts, also on a locked screen.
alter table member add column push_shows_amounts boolean not null default false;
