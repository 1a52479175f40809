-- An import does what its dry run showed, for a week, and its personal data does not outlive its use.

alter table member_import drop constraint member_import_state_check;
alter table member_import add constraint member_import_state_check
  check (state in ('checking', 'unreadable', 'checked', 'running', 'done', 'expired'));
alter table member_import
  -- [{"membershipNo": …, "centavos": …}], the ten largest of the rows that are to be added.
  add column largest_openings jsonb not null default '[]',
  -- When what its rows said of people was deleted.
  add column forgotten_at timestamptz;
-- What the books said in the columns that differ, as the dry run showed it: {"last_name": …}.
alter table member_import_row add column before jsonb not null default '{}';
