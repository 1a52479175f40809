-- Whether this database ever got demo members, whose password everyone knows. Production refuses such a
-- database. The mark is set with the members, in one transaction, and the application cannot take it away.

create table installation (
  only_row boolean primary key default true check (only_row),
  holds_demo_data boolean not null default false
);

-- Addresses under .test belong to no one (RFC 2606): only demo members have them.
insert into installation (holds_demo_data)
  select exists (select from member where email_address like '%@example.test');

create function mark_demo_data() returns void
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  update public.installation set holds_demo_data = true;
$$;
