-- A suspension of work may begin within a day (a typhoon at noon): what the clearing took before it stays
-- that day's. Null: the whole day.
alter table holiday
  add column closed_from time(0),
  add constraint holiday_closed_from_of_suspension check (
    closed_from is null or (type = 'suspension' and not is_banking_day)
  );

-- A supervisor reads what was done by and to the people of the branch; and the queue of requests can be
-- taken out as a file by those who answer for it.
insert into role_action (role, action, scope) values
  ('supervisor', 'audit.view', 'own'),
  ('supervisor', 'request.export', 'own'),
  ('fraud_officer', 'request.export', 'all'),
  ('auditor', 'request.export', 'all'),
  ('administrator', 'request.export', 'all');
