-- What the issuer refused although staff or a job had decided it: card and issuer then differ, until a
-- person asks again or writes down what was done about it.
create table card_order_exception (
  id bigint generated always as identity primary key,
  order_id bigint not null unique references card_order (id),
  at timestamptz not null,
  resolved_at timestamptz,
  resolved_by text,
  resolution text check (char_length(btrim(resolution)) between 1 and 1000),
  check (num_nulls(resolved_at, resolved_by, resolution) in (0, 3))
);
create index card_order_exception_open on card_order_exception (at) where resolved_at is null;
create trigger card_order_exception_stays before delete on card_order_exception
  for each row execute function refuse_change();
create trigger card_order_exception_is_not_emptied before truncate on card_order_exception
  for each statement execute function refuse_change();
