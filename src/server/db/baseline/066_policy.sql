-- What proof each act of a member takes. One row a circumstance; migrating writes which there are, what is shipped and
-- what may be chosen (policy/approval_policy.rows.ts), two people of the staff what was chosen in its place.

create table approval_policy (
  -- 'transfer_' and its kind, or what the approval is for (otp_challenge.purpose), or a sign-in.
  act text not null check (act ~ '^[a-z][a-z_]{0,39}$'),
  -- To whom: nobody else, somebody who was paid or kept before, somebody new.
  payee text not null check (payee in ('none', 'known', 'new')),
  -- Up to what needs no more, or above it (transfer_needs).
  amount text not null check (amount in ('any', 'below', 'above')),
  has_passkey boolean not null,
  shipped text not null,
  choices text[] not null,
  chosen text,
  -- For so long after it was asked for (of a freeze: began) the act waits before it counts, whatever approved it.
  wait_hours integer not null check (wait_hours between 0 and 168),
  -- What two people of the staff chose in its place; the longer counts.
  chosen_hours integer check (chosen_hours between 1 and 168),
  primary key (act, payee, amount, has_passkey),
  -- 'code' is a code by text or a passkey, 'passkey' a passkey alone, and 'passkey_and_wait' the same of an
  -- act that waits; 'office': not online.
  check (choices <@ array['nothing', 'code', 'passkey', 'passkey_and_wait', 'office']),
  check (case when wait_hours > 0 then not choices && array['nothing', 'passkey']
    else not 'passkey_and_wait' = any (choices) end),
  check (shipped = any (choices)),
  check (chosen = any (choices)),
  check (chosen_hours is null or wait_hours > 0)
);
