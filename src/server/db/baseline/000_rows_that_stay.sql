-- Rows that are final: triggers of many tables call this function, so it is made before any of them.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are final: % is refused', tg_table_name, lower(tg_op) using errcode = '42501';
end $$;
