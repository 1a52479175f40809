-- Money that other banks send to accounts of ours over a rail.

create sequence inward_number;
create sequence inward_return_file_number;

-- A file of what goes back to other banks through a clearing house; the same bytes under its name until it is taken.
create table inward_return_file (
  message_id text primary key check (message_id ~ '^PR[0-9]{8}-[0-9]{6,}$'),
  rail text not null check (rail in ('instapay', 'pesonet')),
  body text not null,
  cut_at timestamptz not null,
  sent_at timestamptz,
  next_try_at timestamptz,
  constraint inward_return_file_is_under_way check ((sent_at is null) = (next_try_at is not null))
);

create index inward_return_file_to_send on inward_return_file (next_try_at) where next_try_at is not null;
create trigger inward_return_file_stays before delete on inward_return_file
  for each row execute function refuse_change();
create trigger inward_return_file_is_not_emptied before truncate on inward_return_file
  for each statement execute function refuse_change();

-- One row for each transfer that a rail brought, by the name that its bank gave it. What it was answered is final:
-- 'rejected', or that it is taken. Of a card the issuer is told then: it credits the card, or the money goes back. Over
-- PESONet it is settled before it is answered: what is refused there goes back as well.
create table inward_credit (
  ref_no text primary key check (ref_no ~ '^IN[0-9]{6}-[0-9]{10}$'),
  rail text not null check (rail in ('instapay', 'pesonet')),
  sender_bank text not null check (sender_bank ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  tx_id text not null check (char_length(tx_id) between 1 and 35),
  end_to_end_id text not null check (char_length(end_to_end_id) between 1 and 35),
  message_id text not null check (char_length(message_id) between 1 and 35),
  amount_centavos bigint not null check (amount_centavos > 0),
  sender_name text not null check (char_length(sender_name) between 1 and 140),
  sender_account text not null check (char_length(sender_account) between 1 and 34),
  account_number text not null check (char_length(account_number) between 1 and 34),
  -- Whose account it is; null where it is nobody's.
  member_id bigint references member (id),
  state text not null constraint inward_credit_states 
    check (state in ('accepted', 'credited', 'rejected', 'returning', 'returned')),
  -- Why it is refused (data/live/rail-codes.json).
  reason_code text check (reason_code ~ '^[A-Z0-9]{4}$'),
  -- Of a card: which, and the month of whose load it counts.
  card_id bigint references card (id),
  load_month text check (load_month ~ '^[0-9]{4}-[0-9]{2}$'),
  -- When the issuer is asked, or what goes back is sent, again.
  next_try_at timestamptz,
  asked_at timestamptz,
  issuer_reference text,
  -- Of PESONet: the file in which it goes back.
  return_file text references inward_return_file (message_id),
  -- What the issuer said when it refused the credit.
  refused_for text,
  ended_at timestamptz,
  answered_at timestamptz not null,
  correlation_id text not null,
  unique (rail, sender_bank, tx_id),
  constraint inward_credit_of_card check ((card_id is null) = (load_month is null)
    and (card_id is not null or reason_code is not null or state = 'credited')),
  constraint inward_credit_is_under_way check ((state in ('accepted', 'returning')) = (next_try_at is not null)
    and (next_try_at is null) = (ended_at is not null)),
  constraint inward_credit_has_a_reason check ((state = 'rejected') = (reason_code is not null)
    or (rail = 'pesonet' and card_id is null and state in ('returning', 'returned'))),
  constraint inward_credit_goes_back_in_a_file check (return_file is null
    or (rail = 'pesonet' and state in ('returning', 'returned'))),
  constraint inward_credit_is_somebodys check (reason_code is not null or member_id is not null)
);

create index inward_credit_of_member on inward_credit (member_id, answered_at desc) where member_id is not null;
create index inward_credit_to_do on inward_credit (next_try_at) where next_try_at is not null;
create index inward_credit_by_return_file on inward_credit (return_file) where return_file is not null;
create index inward_credit_by_time on inward_credit (answered_at, ref_no);
create index inward_credit_by_tx on inward_credit (rail, tx_id);
create trigger inward_credit_stays before delete on inward_credit
  for each row execute function refuse_change();
create trigger inward_credit_is_not_emptied before truncate on inward_credit
  for each statement execute function refuse_change();

-- Forms of other banks take the digits of an account number alone.
create index member_account_digits on member_account (replace(account_number, '-', ''));
