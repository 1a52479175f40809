-- Money that other banks send to accounts of ours over a rail.

create sequence inward_number;

-- One row for each transfer that a rail brought, by the name that its bank gave it. What it was answered is final:
-- 'rejected', or that it is taken. Of a card the issuer is told then: it credits the card, or the money goes back.
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
  -- What the issuer said when it refused the credit.
  refused_for text,
  ended_at timestamptz,
  answered_at timestamptz not null,
  correlation_id text not null,
  unique (rail, sender_bank, tx_id),
  constraint inward_credit_of_card check ((card_id is null) = (load_month is null)
    and (card_id is not null or state in ('credited', 'rejected'))),
  constraint inward_credit_is_under_way check ((state in ('accepted', 'returning')) = (next_try_at is not null)
    and (next_try_at is null) = (ended_at is not null)),
  constraint inward_credit_has_a_reason check ((state = 'rejected') = (reason_code is not null)),
  constraint inward_credit_is_somebodys check (state = 'rejected' or member_id is not null)
);

create index inward_credit_of_member on inward_credit (member_id, answered_at desc) where member_id is not null;
create index inward_credit_to_do on inward_credit (next_try_at) where next_try_at is not null;
create index inward_credit_by_time on inward_credit (answered_at, ref_no);
create index inward_credit_by_tx on inward_credit (rail, tx_id);
create trigger inward_credit_stays before delete on inward_credit
  for each row execute function refuse_change();
create trigger inward_credit_is_not_emptied before truncate on inward_credit
  for each statement execute function refuse_change();

-- Forms of other banks take the digits of an account number alone.
create index member_account_digits on member_account (replace(account_number, '-', ''));
