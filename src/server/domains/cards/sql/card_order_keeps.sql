/* What was asked for stays as it was asked; an order that has ended has ended. */
create or replace function card_order_keeps() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or row(old.reference, old.card_id, old.token, old.kind, old.detail, old.actor_kind, old.actor, old.created_at)
    is distinct from row(new.reference, new.card_id, new.token, new.kind, new.detail, new.actor_kind, new.actor, new.created_at) then
    raise exception 'order % to the card issuer is final', old.reference;
  end if;
  return new;
end $$;
create or replace trigger card_order_keeps before update on card_order
  for each row execute function card_order_keeps();
