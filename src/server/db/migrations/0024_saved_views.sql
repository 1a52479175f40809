-- Filters and order of a list of the console that somebody of the staff keeps under a name, for themselves.
create table saved_view (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff (id),
  list text not null check (list ~ '^[a-z][a-z_]{0,39}$'),
  name text not null check (char_length(name) between 1 and 40),
  query text not null check (char_length(query) <= 2000),
  created_at timestamptz not null,
  unique (staff_id, list, name)
);

-- Transfers that have not ended: whoever may be asked about one sees those of their branch.
insert into role_action (role, action, scope) values
  ('teller', 'transfer.view', 'own'),
  ('card_officer', 'transfer.view', 'own'),
  ('fraud_officer', 'transfer.view', 'all'),
  ('supervisor', 'transfer.view', 'own'),
  ('auditor', 'transfer.view', 'all');
