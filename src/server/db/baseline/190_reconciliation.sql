-- A partner's file of the movements on a day in Manila, matched with our books. A later file for the same day
-- takes the place of the earlier; the earlier one is kept.
create table reconciliation_run (
  id bigint generated always as identity primary key,
  source text not null check (source in ('issuer', 'instapay', 'pesonet')),
  day date not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  fetched_at timestamptz not null,
  -- A staff username, or the worker's job.
  asked_by text not null,
  replaced_at timestamptz,
  -- Of the last time it was matched.
  matched_at timestamptz not null,
  line_count integer not null check (line_count >= 0),
  our_count integer not null check (our_count >= 0),
  matched_count integer not null check (matched_count between 0 and line_count),
  -- The sum of the file's lines; negative is money out.
  total_centavos bigint not null,
  unique (source, day, sha256)
);

create unique index reconciliation_run_of_day on reconciliation_run (source, day) where replaced_at is null;

create table reconciliation_line (
  run_id bigint not null references reconciliation_run (id),
  line_no integer not null check (line_no > 0),
  reference text not null,
  account text not null,
  amount_centavos bigint not null,
  at timestamptz not null,
  state text,
  primary key (run_id, line_no)
);

create index reconciliation_line_by_reference on reconciliation_line (reference);
create trigger reconciliation_line_is_final before update or delete on reconciliation_line
  for each row execute function refuse_change();
create trigger reconciliation_line_stays before truncate on reconciliation_line
  for each statement execute function refuse_change();

-- Breaks: what does not agree. 'in_flight' passed the end of a day and is not yet due on the other side; 'cleared'
-- came to agree by itself, in a later file or a later run; 'resolved' by a person.
create table reconciliation_break (
  id bigint generated always as identity primary key,
  source text not null check (source in ('issuer', 'instapay', 'pesonet')),
  day date not null,
  kind text not null check (kind in ('missing_with_us', 'missing_with_them', 'amount_differs', 'state_differs', 'doubled')),
  reference text not null,
  account text not null,
  -- Of several of one kind, reference and account on a day.
  ordinal integer not null check (ordinal > 0),
  ours_centavos bigint,
  theirs_centavos bigint,
  ours_state text,
  theirs_state text,
  -- When the movement was.
  at timestamptz not null,
  found_at timestamptz not null,
  state text not null check (state in ('in_flight', 'open', 'cleared', 'resolved')),
  owner text,
  owned_since timestamptz,
  cleared_at timestamptz,
  -- The file that cleared it.
  cleared_by bigint references reconciliation_run (id),
  resolved_at timestamptz,
  resolved_by text,
  resolution text check (char_length(btrim(resolution)) between 1 and 1000),
  unique (source, day, kind, reference, account, ordinal),
  check (num_nonnulls(ours_centavos, theirs_centavos) > 0),
  check ((owner is null) = (owned_since is null)),
  check ((state = 'cleared') = (cleared_at is not null)),
  check (cleared_by is null or state = 'cleared'),
  check (num_nulls(resolved_at, resolved_by, resolution) in (0, 3)),
  check ((state = 'resolved') = (resolved_at is not null))
);

create index reconciliation_break_to_do on reconciliation_break (found_at, id) where state in ('open', 'in_flight');
create index reconciliation_break_by_day on reconciliation_break (source, day);
create trigger reconciliation_break_stays before delete on reconciliation_break
  for each row execute function refuse_change();
create trigger reconciliation_break_is_not_emptied before truncate on reconciliation_break
  for each statement execute function refuse_change();

-- What had to agree at a moment, with both figures, for whoever asks years later.
create table reconciliation_proof (
  id bigint generated always as identity primary key,
  day date not null,
  at timestamptz not null,
  made_by text not null,
  is_right boolean not null,
  -- [{name, ours, theirs, explained, isRight, detail}], amounts in centavos as text.
  lines jsonb not null,
  -- Which files a proof of a day knew of (reconciliation_run): one whose day has others by now is made again. By
  -- what it saw, not by clocks.
  run_ids bigint[]
);

create index reconciliation_proof_by_day on reconciliation_proof (day, id);
create trigger reconciliation_proof_is_final before update or delete on reconciliation_proof
  for each row execute function refuse_change();
create trigger reconciliation_proof_stays before truncate on reconciliation_proof
  for each statement execute function refuse_change();

-- A proof asks the issuer about every card, minutes for a large bank: who wants one writes it down here, and the
-- worker makes it. A day that waits already is not asked for twice; once its comparison has begun, it may be requested
-- again, since what was corrected meanwhile may not be in it.
create table asked_proof (
  id bigint generated always as identity primary key,
  day date not null,
  asked_by text not null,
  correlation_id text not null,
  asked_at timestamptz not null,
  -- The newest attempt: a worker may have stopped in the middle of an earlier one.
  began_at timestamptz,
  -- What became of it, one or the other; both null until then.
  proof_id bigint unique references reconciliation_proof (id),
  given_up_at timestamptz,
  check (num_nonnulls(proof_id, given_up_at) <= 1)
);

create unique index asked_proof_waits on asked_proof (day)
  where began_at is null and proof_id is null and given_up_at is null;
create index asked_proof_open on asked_proof (id) where proof_id is null;
create trigger asked_proof_stays before delete on asked_proof
  for each row execute function refuse_change();
create trigger asked_proof_is_not_emptied before truncate on asked_proof
  for each statement execute function refuse_change();
