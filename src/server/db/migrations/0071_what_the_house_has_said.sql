-- Up to when the clearing house's list was read to its end: what it has said by then, we know.
alter table rail_cursor add column checked_at timestamptz;
