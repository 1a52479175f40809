-- Scheduled transfers: orders that a member approved once, each sent by itself on its days.

-- A member's word, as it was approved: another payee, way, source or sum is another schedule.
create table transfer_schedule (
  id bigint generated always as identity primary key,
  member_id bigint not null references member (id),
  kind text not null,
  -- The order, where it comes from, and what it cost when it was approved (full_intent).
  intent jsonb not null,
  -- What approved it. The code is gone after a while; it makes one schedule.
  means text not null check (means in ('code', 'passkey')),
  pin_id uuid not null unique,
  amount_centavos bigint not null check (amount_centavos > 0),
  -- Amount and fee: no more leaves on a day.
  most_centavos bigint not null check (most_centavos >= amount_centavos),
  repeats text not null check (repeats in ('once', 'weekly', 'monthly', 'paydays')),
  first_on date not null,
  -- The due day that comes next and has no row so far; null where none comes.
  next_on date,
  state text not null default 'active' check (state in ('active', 'paused', 'ended')),
  -- Who stopped it for a while: the member, the end of their access, an answer that the payee has another name, or staff.
  paused_for text check (paused_for in ('member', 'access', 'payee_name', 'staff')),
  -- What the member was last told of the payee's name (payee_check_of); null where nobody was asked. Each order takes it.
  payee_check_id bigint references payee_check (id),
  -- 'done': nothing comes any more. All but 'member', 'staff' and 'done': what was approved is not what would be sent.
  ended_for text check (ended_for in ('member', 'staff', 'done', 'fee_changed', 'order_changed', 'card_closed', 'approval')),
  made_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'paused') = (paused_for is not null)),
  check ((state = 'ended') = (ended_at is not null) and (ended_at is null) = (ended_for is null))
);

create index transfer_schedule_by_next on transfer_schedule (next_on, id) where state = 'active';
create index transfer_schedule_by_member on transfer_schedule (member_id, id);

-- What became of a due day, one row for each. 'announced' until it is sent or the day is over.
create table transfer_schedule_day (
  schedule_id bigint not null references transfer_schedule (id),
  due_on date not null,
  -- The day itself; of what is cleared in batches the next banking day.
  send_on date not null,
  state text not null default 'announced' check (state in ('announced', 'sent', 'missed', 'skipped', 'stopped')),
  announced_at timestamptz not null,
  tries integer not null default 0 check (tries >= 0),
  tried_at timestamptz,
  -- What stood against it when it was tried last, a refusal's code.
  refused_for text,
  ref_no text unique references transfer (ref_no),
  primary key (schedule_id, due_on),
  check (send_on >= due_on),
  check ((state = 'sent') = (ref_no is not null)),
  check ((tries = 0) = (tried_at is null))
);

create index transfer_schedule_day_open on transfer_schedule_day (send_on, schedule_id) where state = 'announced';
