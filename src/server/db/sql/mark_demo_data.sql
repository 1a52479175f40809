-- Notes that this database has demo members. Run with them, in one transaction; nothing takes the mark away.
create or replace function mark_demo_data() returns void
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  update public.installation set holds_demo_data = true;
$$;
