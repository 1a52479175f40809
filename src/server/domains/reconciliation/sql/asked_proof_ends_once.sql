create or replace function asked_proof_ends_once() returns trigger language plpgsql as $$
begin
  if num_nonnulls(old.proof_id, old.given_up_at) > 0 then
    raise exception 'asked proof % has ended', old.id using errcode = '42501';
  end if;
  return new;
end $$;
create or replace trigger asked_proof_ends_once before update on asked_proof
  for each row execute function asked_proof_ends_once();
