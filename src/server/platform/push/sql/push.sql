/* The subscriptions that a member's notices are pushed to: of known devices, while the access is open. */
create or replace function live_push(p_member_id bigint, p_at timestamptz) returns setof push_subscription
language sql stable
begin atomic
  select s.* from push_subscription s
    join device d on d.id = s.device_id
    join member m on m.id = s.member_id
    where s.member_id = p_member_id and s.ended_at is null and m.status = 'active'
      and d.forgotten_at is null and d.last_seen_at > p_at - interval '365 days';
end;

/*
 * Promises to push a notice to each browser of its member that takes them, unless its group is one that the member
 * does not want pushed. Called where the notice is written.
 */
create or replace function queue_push(p_notification_id bigint, p_member_id bigint, p_group text, p_at timestamptz)
returns void language plpgsql as $$
begin
  if not exists (select from live_push(p_member_id, p_at)) or exists (
    select from notice_choice c
    where c.member_id = p_member_id and c.notice_group = p_group and c.channel = 'push' and not c.is_on) then
    return;
  end if;
  insert into push_notice (notification_id, member_id, created_at, expires_at)
    values (p_notification_id, p_member_id, p_at, p_at + interval '1 day');
  insert into outbox (kind, payload, created_at)
    select 'send_push', jsonb_build_object('notificationId', p_notification_id::text, 'subscriptionId', s.id), p_at
    from live_push(p_member_id, p_at) s;
end $$;

/* Who forgets a browser, for whatever reason, pushes nothing there any more. */
create or replace function end_push_with_device() returns trigger language plpgsql as $$
begin
  update push_subscription set ended_at = greatest(new.forgotten_at, created_at), end_reason = 'device'
    where device_id = new.id and ended_at is null;
  return null;
end $$;
create or replace trigger device_ends_push after update of forgotten_at on device
  for each row when (new.forgotten_at is not null and old.forgotten_at is null)
  execute function end_push_with_device();
