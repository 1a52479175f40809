-- Promises, in the transaction that told them in the portal, what of these notices goes elsewhere because their
-- members chose so for the kind: by e-mail, to whoever has an address.
create or replace function promise_elsewhere(p_ids bigint[], p_group text) returns void
  language sql as $$
  with mailed as (
    insert into mail_message (notification_id, created_at, expires_at)
    select n.id, n.created_at, n.created_at + interval '1 day'
    from notification n
    join notice_choice c on c.member_id = n.member_id
      and c.notice_group = p_group and c.channel = 'email' and c.is_on
    join member m on m.id = n.member_id and m.email_address <> ''
    where n.id = any(p_ids)
    returning notification_id, created_at
  )
  insert into outbox (kind, payload, created_at)
  select 'send_mail', jsonb_build_object('noticeId', notification_id::text), created_at from mailed
$$;
