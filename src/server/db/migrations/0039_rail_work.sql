-- What the work on transfers to other banks remembers beside the words of the rail.

alter table rail_transfer
  -- From where the money goes back, once that is decided; it is back when the transfer is returned.
  add column going_back text check (going_back in ('from_hold', 'from_rail')),
  -- Whether the member was told at acceptance.
  add column is_announced boolean not null default false,
  -- When the rail is asked next about a transfer that was given back because nobody answered.
  add column next_doubt_at timestamptz;
create index rail_transfer_in_doubt on rail_transfer (next_doubt_at) where next_doubt_at is not null;

-- Up to where the list of a rail's files was taken.
create table rail_cursor (
  rail text primary key check (rail in ('instapay', 'pesonet')),
  position text not null check (char_length(position) between 1 and 100),
  moved_at timestamptz not null
);
