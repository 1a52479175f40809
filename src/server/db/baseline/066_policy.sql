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
  primary key (act, payee, amount, has_passkey),
  -- 'code' is a code by text or a passkey, 'passkey' a passkey alone, and 'passkey_and_wait' that it counts a day
  -- later as well; 'office': not online.
  check (choices <@ array['nothing', 'code', 'passkey', 'passkey_and_wait', 'office']),
  check (shipped = any (choices)),
  check (chosen = any (choices))
);
