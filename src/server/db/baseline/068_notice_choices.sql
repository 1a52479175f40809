-- By which channels a kind of notice goes to a member, where it is not as it is by itself: texts go, e-mail does
-- not. The portal always tells everything, and no row silences what a member must hear of.
create table notice_choice (
  member_id bigint not null references member (id),
  notice_group text not null check (notice_group in (
    'security', 'money_out', 'money_in', 'card_use', 'loans', 'schedules', 'account')),
  channel text not null check (channel in ('text', 'email', 'push')),
  is_on boolean not null,
  chosen_at timestamptz not null,
  primary key (member_id, notice_group, channel),
  -- From which amount on a use of the card is told by text stands with the member.
  constraint notice_choice_never_silences
    check (channel <> 'text' or is_on or notice_group not in ('security', 'card_use'))
);
