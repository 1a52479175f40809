-- A proof asks the issuer about every card, minutes for a large bank: who wants one writes it down here, and the
-- worker makes it. A day that is waited for already is not asked for twice.
create table asked_proof (
  id bigint generated always as identity primary key,
  day date not null,
  asked_by text not null,
  correlation_id text not null,
  asked_at timestamptz not null,
  -- What became of it; null while it is waited for.
  proof_id bigint unique references reconciliation_proof (id)
);
create unique index asked_proof_waits on asked_proof (day) where proof_id is null;
