-- A proof asks the issuer about every card, minutes for a large bank: who wants one writes it down here, and the
-- worker makes it. A day that waits already is not asked for twice; once its look has begun, it may be again, since
-- what was put right meanwhile may not be in it.
create table asked_proof (
  id bigint generated always as identity primary key,
  day date not null,
  asked_by text not null,
  correlation_id text not null,
  asked_at timestamptz not null,
  -- The newest look for it: a worker may have stopped in the middle of an earlier one.
  began_at timestamptz,
  -- What became of it, one or the other; both null until then.
  proof_id bigint unique references reconciliation_proof (id),
  given_up_at timestamptz,
  check (num_nonnulls(proof_id, given_up_at) <= 1)
);
create unique index asked_proof_waits on asked_proof (day)
  where began_at is null and proof_id is null and given_up_at is null;
create index asked_proof_open on asked_proof (id) where proof_id is null;

create function asked_proof_ends_once() returns trigger language plpgsql as $$
begin
  if num_nonnulls(old.proof_id, old.given_up_at) > 0 then
    raise exception 'asked proof % has ended', old.id using errcode = '42501';
  end if;
  return new;
end $$;
create trigger asked_proof_ends_once before update on asked_proof
  for each row execute function asked_proof_ends_once();
create trigger asked_proof_stays before delete on asked_proof
  for each row execute function refuse_change();
create trigger asked_proof_is_not_emptied before truncate on asked_proof
  for each statement execute function refuse_change();
