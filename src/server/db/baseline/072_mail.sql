-- What became of the e-mail of a notice. Neither its words nor its address are here: they are the notice's and the
-- member's, read when it leaves.
create table mail_message (
  notification_id bigint primary key references notification (id),
  -- 'in_doubt': it may have left; the mail server has not said that it took it.
  state text not null default 'queued'
    check (state in ('queued', 'in_doubt', 'handed_over', 'failed', 'expired')),
  reason text not null default '',
  attempts integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When it first may have left.
  submitted_at timestamptz,
  handed_over_at timestamptz,
  check ((handed_over_at is not null) = (state = 'handed_over')),
  check (state <> 'in_doubt' or submitted_at is not null)
);

create index mail_message_by_age on mail_message (created_at);
create index mail_message_waiting on mail_message (created_at) where state = 'queued';
