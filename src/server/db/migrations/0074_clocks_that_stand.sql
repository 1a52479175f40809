-- Since when a transfer does not go back by the clock: its rail said something of it that nobody could read, or that
-- does not fit. The rail, or two people, say how it ended.
alter table rail_transfer add column clock_stopped_at timestamptz;

-- What a rail calls a transfer that is under way: a message that nobody can read may name it so.
create table rail_reference (
  rail text not null check (rail in ('instapay', 'pesonet')),
  reference text not null,
  ref_no text not null references rail_transfer (ref_no),
  at timestamptz not null,
  primary key (rail, reference, ref_no)
);
create trigger rail_reference_stays before update or delete on rail_reference
  for each row execute function refuse_change();

-- Who may say that a transfer was credited though its rail's word could not be read: as with giving it back, two people.
insert into role_action (role, action, scope) values
  ('teller', 'request.confirm_credit', 'own'),
  ('supervisor', 'request.confirm_credit', 'own'),
  ('fraud_officer', 'request.confirm_credit', 'all'),
  ('supervisor', 'decide.confirm_credit', 'own'),
  ('fraud_officer', 'decide.confirm_credit', 'all');
