-- A browser is known until somebody else could be behind it; and staff close a member's online access.

alter table device
  -- From when on its secret opens nothing: a sign-in in that browser takes a code again.
  add column forgotten_at timestamptz check (forgotten_at >= first_seen_at);

-- Closing protects and takes one person; opening again takes two.
insert into role_action (role, action, scope) values
  ('teller', 'member_access.close', 'own'),
  ('fraud_officer', 'member_access.close', 'all'),
  ('supervisor', 'member_access.close', 'own'),
  ('fraud_officer', 'request.reactivate_member', 'all'),
  ('fraud_officer', 'decide.reactivate_member', 'all');
