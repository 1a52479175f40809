-- Transfers: settings and limits, a member's orders and their steps, exceptions, the card's history,
-- recipients, and the cases that members report. A transfer's row says what the member sees;
-- rail_transfer says how far the rail has come with it.

-- Texts and raw figures that the transfer forms show. Values are configuration.
create table transfer_setting (
  name text primary key,
  value text not null
);

insert into transfer_setting (name, value) values
  ('rawTransferToOtherBankInstaPayFee', '10.00'),
  ('rawTransferToOtherBankPesonetFee', '10.00'),
  ('transferToOtherBankPesonetFee', 'PHP 10.00 per transaction'),
  ('transferToOtherBankInstapayFee', 'PHP 10.00 per transaction'),
  ('transferToOtherBankDailyLimit', 'PHP 100,000.00'),
  ('transferToOtherBankMonthlyLimit', 'PHP 500,000.00'),
  ('transferToOtherBanksInstaPayTxnLimit', 'PHP 50,000.00'),
  ('transferToVisaSpiel', 'Transfers to your card are credited within minutes. The amount counts toward what your card may receive this month.'),
  ('transferHolidayReminder', 'Transfers to your own card are processed every day, weekends and holidays included.'),
  -- A setting that is read aloud on the screen has a row for each further language, named after it; the
  -- row without one is English and stands in where a language has none.
  ('transferToOtherBankPesonetFee.fil', 'PHP 10.00 bawat transaksyon'),
  ('transferToOtherBankInstapayFee.fil', 'PHP 10.00 bawat transaksyon'),
  ('transferToVisaSpiel.fil', 'Pumapasok sa inyong card ang mga transfer sa loob ng ilang minuto. Kasama ang halaga sa maaaring matanggap ng inyong card ngayong buwan.'),
  ('transferHolidayReminder.fil', 'Pinoproseso araw-araw ang mga transfer sa sarili ninyong card, pati Sabado, Linggo at mga pista opisyal.');

-- The figures that are enforced; the texts that the forms show are made from them.
create table transfer_limit (
  name text primary key check (name in ('instapay_fee', 'pesonet_fee', 'card_to_card_fee', 'instapay_most',
    'pesonet_most', 'card_to_card_most', 'other_bank_daily', 'other_bank_monthly', 'new_payee_by_code_most')),
  centavos bigint not null check (centavos between 0 and 99999999900),
  -- The issuer moves money between two cards without a fee, so we take none.
  constraint transfer_limit_card_to_card_is_free check (name <> 'card_to_card_fee' or centavos = 0)
);

insert into transfer_limit (name, centavos) values
  ('instapay_fee', 1000),
  ('pesonet_fee', 1000),
  ('card_to_card_fee', 0),
  ('instapay_most', 5000000),
  ('pesonet_most', 5000000),
  ('card_to_card_most', 5000000),
  ('other_bank_daily', 10000000),
  ('other_bank_monthly', 50000000),
  -- Above this, what approves a transfer to a new payee may be another thing (066_policy.sql).
  ('new_payee_by_code_most', 2500000);

-- What sets one kind of transfer apart from another, for the SQL functions: the rows of
-- src/contract/transferKinds.ts, which migrating writes (transfers/transfer_kind.rows.ts).
create table transfer_kind (
  kind text primary key,
  reference_prefix text not null unique check (reference_prefix ~ '^[A-Z]{2}$'),
  leaves text not null check (leaves in ('account', 'card')),
  arrives text not null check (arrives in ('own_card', 'card', 'own_savings', 'savings', 'bank')),
  -- What carries it, named as the kind is, and whether in batches; none where the issuer alone ends it.
  rail text unique check (rail = kind),
  is_batched boolean not null check (rail is not null or not is_batched),
  job text not null,
  -- Its own switch. Both tables are written in one transaction, in either order.
  feature text not null unique references feature (name) deferrable initially deferred,
  least_centavos bigint not null check (least_centavos > 0),
  -- What it costs and the most in one, of transfer_limit; null: nothing, and no limit.
  fee_limit text references transfer_limit (name),
  most_limit text references transfer_limit (name),
  counts_as_load boolean not null,
  counts_as_other_bank boolean not null,
  -- Whether it goes to somebody who waits while new payees wait; not where that is the member.
  has_payee boolean not null,
  -- The reason of the hold that stands until it ends, or the entry that moves the money at once: one of the two.
  hold_reason text,
  accept_operation text,
  accept_step text,
  -- The entry that accepts it from an account of the member's that the order names; null where it names none.
  from_account_operation text,
  from_account_step text,
  check ((from_account_operation is null) = (from_account_step is null)),
  check ((arrives = 'bank') = (rail is not null)),
  check ((accept_operation is null) = (accept_step is null) and (accept_operation is null) <> (hold_reason is null))
);

-- What a member sent to other banks in a Manila day ('yyyy-MM-dd') or month ('yyyy-MM'), fees aside. A
-- transfer that did not arrive is taken out again of the day and month it was counted in.
create table transfer_total (
  member_id bigint not null,
  period text not null check (period ~ '^[0-9]{4}-[0-9]{2}(-[0-9]{2})?$'),
  sent_centavos bigint not null check (sent_centavos >= 0),
  primary key (member_id, period)
) with (fillfactor = 50);

create sequence transfer_number;

-- A member's order to move money. The row itself is the record of its acceptance.
create table transfer (
  ref_no text primary key,
  kind text not null,
  -- The card, its member and the account, as they were read and locked by the call that wrote the row.
  -- No foreign keys, whose checks would lock them again: none of the three is ever deleted.
  member_id bigint not null,
  -- No card where it left an account of the member's for somebody else: the card was not used.
  card_id bigint,
  source_account_id bigint,
  source_account_number text not null,
  source_name text not null,
  destination_account_number text not null,
  amount_centavos bigint not null,
  fee_centavos bigint not null default 0,
  state text not null,
  -- The Manila month whose load limit it counts toward, 'yyyy-MM'.
  load_month text,
  accepted_at timestamptz not null,
  sent_at timestamptz,
  credited_at timestamptz,
  returned_at timestamptz,
  -- Number of inquiries since it was sent.
  attempts integer not null default 0,
  -- When the next inquiry is due; null once the transfer has ended.
  next_inquiry_at timestamptz,
  issuer_reference text,
  correlation_id text not null,
  -- Of a transfer to another member's card: who receives it.
  destination_card_id bigint,
  destination_member_id bigint,
  -- What the member had been told of the payee's name (payee_check_of); null where nobody was asked. As above, the
  -- row was read by the call that wrote this one, and none is ever deleted.
  payee_check_id bigint,
  -- Of a shop that was paid by its code: what the code says besides account, name and amount (shopOf.ts).
  shop jsonb
);

-- A check constraint is read and compiled anew by each statement that writes to its table, text constants letter
-- by letter: those of a transfer took 40 of the 50 microseconds of its insert. A function is compiled once a
-- connection. A change of the rule is a new function and a new constraint, never a replaced function: that would
-- judge no row that is there already.

/*
 * 'own' counts toward the load of the card it comes to, 'card' toward the receiver's, in load_month. 'deposit' costs
 * nothing: its entry has no line for a fee. What goes to another bank or another member's card leaves a card or an
 * account, one of the two. A shop is paid at once, and
 * without a fee. One under way has a time to look at it. One that another bank credited may come back: until the money is on the card again it
 * stays credited, and has a time to look at it.
 */
create function transfer_is_whole(t transfer) returns boolean language plpgsql immutable as $$
begin
  return t.ref_no ~ '^[A-Za-z0-9-]{1,20}$'
    and t.amount_centavos > 0 and t.fee_centavos >= 0 and t.attempts >= 0
    and (t.shop is null or t.kind = 'instapay' and t.fee_centavos = 0
      and t.shop ?& array['acquirer', 'city', 'category', 'reference', 'store', 'terminal', 'once'])
    and case t.kind
      when 'own' then t.card_id is not null and t.source_account_id is not null and t.load_month is not null
      when 'card' then num_nulls(t.card_id, t.source_account_id) = 1 and t.destination_card_id is not null
        and t.destination_member_id is not null and t.load_month is not null
      when 'deposit' then t.card_id is not null and t.source_account_id is null and t.destination_card_id is null
        and t.destination_member_id is null and t.load_month is null and t.fee_centavos = 0
      when 'instapay' then num_nulls(t.card_id, t.source_account_id) = 1 and t.load_month is null
      when 'pesonet' then num_nulls(t.card_id, t.source_account_id) = 1 and t.load_month is null
      else false end
    and case
      when t.state in ('accepted', 'sent', 'unknown')
        then t.next_inquiry_at is not null and t.credited_at is null and t.returned_at is null
      when t.state = 'credited' then t.credited_at is not null and t.returned_at is null
        and (t.next_inquiry_at is null or t.kind in ('instapay', 'pesonet'))
      when t.state = 'returned' then t.returned_at is not null and t.next_inquiry_at is null
        and (t.credited_at is null or t.kind in ('instapay', 'pesonet'))
      else false end;
end $$;

alter table transfer add constraint transfer_is_whole check (transfer_is_whole(transfer));

create index transfer_to_ask_about on transfer (next_inquiry_at) where next_inquiry_at is not null;
create index transfer_by_member on transfer (member_id, accepted_at desc);
create index transfer_by_shop_code on transfer (member_id, (shop ->> 'once')) where shop ->> 'once' <> '';
create index transfer_by_end on transfer using brin (credited_at, returned_at)
  with (pages_per_range = 16, autosummarize = on);

-- Every change of state after acceptance: what it became, and who said so. Append-only.
create table transfer_step (
  id bigint generated always as identity primary key,
  ref_no text not null references transfer (ref_no),
  state text not null constraint transfer_steps check (state in ('sent', 'unknown', 'credited', 'returned', 'debited',
    'batched', 'acknowledged', 'settled', 'held', 'rejected', 'giving_back', 'credited_late')),
  via text not null constraint transfer_step_sources
    check (via in ('job', 'inquiry', 'callback', 'file', 'timer', 'staff', 'member')),
  detail text not null default '',
  at timestamptz not null
);

create index transfer_step_by_transfer on transfer_step (ref_no, id);
create trigger transfer_step_is_final before update or delete on transfer_step
  for each row execute function refuse_change();
create trigger transfer_step_stays before truncate on transfer_step
  for each statement execute function refuse_change();

-- The code that stands on a receipt, by which whoever is shown it has it checked: one for the sender and one for who
-- received it in our own house, made when a receipt is first shared. It tells nothing that is not on the receipt.
create table transfer_receipt (
  ref_no text not null references transfer (ref_no),
  member_id bigint not null references member (id),
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  made_at timestamptz not null,
  primary key (ref_no, member_id)
);

create trigger transfer_receipt_is_final before update or delete on transfer_receipt
  for each row execute function refuse_change();
create trigger transfer_receipt_stays before truncate on transfer_receipt
  for each statement execute function refuse_change();

-- Exceptions: what a partner reported that does not fit our books, for review by a person. Never booked automatically.
create table transfer_exception (
  id bigint generated always as identity primary key,
  -- As the partner gave it; it may be a reference that is not ours.
  ref_no text not null,
  -- 'card_locked': a PESONet transfer of a card that staff have locked waits for review instead of going into a
  -- file. 'taken_after_return': the issuer confirms a debit that it had denied and that our books have released.
  kind text not null constraint transfer_exception_kinds_of_work check (kind in ('credited_after_return',
    'refused_after_credit', 'wrong_amount', 'unknown_reference', 'wrong_account', 'returned_again', 'unreadable',
    'unanswered', 'not_given_back', 'taken_after_return', 'file_reused', 'card_locked')),
  detail jsonb not null default '{}',
  at timestamptz not null,
  resolved_at timestamptz,
  -- Open until a person records how it was resolved.
  resolved_by text,
  resolution text check (char_length(btrim(resolution)) between 1 and 1000),
  -- A partner repeats itself; one row says it.
  unique (ref_no, kind),
  constraint transfer_exception_is_resolved_by check (num_nulls(resolved_at, resolved_by, resolution) in (0, 3))
);

-- The member's card history, as shown. `source_event` names what caused the row, so that an event
-- that is repeated is one row.
create table card_transaction (
  id bigint generated always as identity primary key,
  card_id bigint not null references card (id),
  transaction_date timestamptz not null,
  description text not null,
  sub_description text not null default '',
  -- Negative is money out.
  amount_centavos bigint not null,
  ref_no text not null,
  transfer_ref_no text references transfer (ref_no),
  source_event text not null unique,
  -- A purchase that the issuer approved takes the money from the card at once and is settled days later:
  -- until then it is pending. Everything else is posted when it is reported.
  status text not null default 'posted' check (status in ('pending', 'posted'))
);

create index card_transaction_newest on card_transaction (card_id, transaction_date desc, id desc);
-- The details of one transaction, the lines of a statement and of what is settled are found by reference.
create index card_transaction_by_reference on card_transaction (ref_no);

-- The card issuer's signed events, once each, and their outcome. An event that does
-- not fit our books is an exception for a person: it is answered as received, so that the issuer does
-- not repeat it for ever, and changes no balance.
create table issuer_event (
  event_id text primary key check (event_id ~ '^[A-Za-z0-9-]{1,80}$'),
  -- Of the first delivery; the same signed request again is a replay.
  nonce text not null unique,
  type text not null,
  received_at timestamptz not null,
  -- The fields we know; nothing else of the event is kept.
  body jsonb not null,
  -- 'received' is being worked on, or was when a process died: the next delivery goes on.
  outcome text not null check (outcome in ('received', 'booked', 'already', 'exception')),
  reason text not null default '',
  resolved_at timestamptz,
  resolved_by text,
  resolution text check (char_length(btrim(resolution)) between 1 and 1000),
  constraint issuer_event_is_resolved check (
    num_nulls(resolved_at, resolved_by, resolution) in (0, 3) and (resolved_at is null or outcome = 'exception'))
);

create index issuer_event_newest on issuer_event (received_at);
create index issuer_event_to_look_at on issuer_event (received_at) where outcome = 'exception' and resolved_at is null;
-- An event is never lost.
create trigger issuer_event_stays before delete on issuer_event
  for each row execute function refuse_change();
create trigger issuer_event_is_not_emptied before truncate on issuer_event
  for each statement execute function refuse_change();

-- What the other side told about the name on a payee's account, asked before an order. Of a card account of ours
-- there is no bank, and no name was typed.
create table payee_check (
  id bigint generated always as identity primary key,
  member_id bigint not null references member (id),
  bank_id bigint references bank (id),
  account_number text not null check (account_number ~ '^[0-9]{1,34}$'),
  account_name text not null check (char_length(account_name) <= 280),
  answer text not null check (answer in ('match', 'close', 'none', 'unavailable', 'told')),
  -- The name as it was shown: masked, but of a match.
  told text not null check (char_length(told) <= 700),
  checked_at timestamptz not null,
  -- The member read that it is another name, and went on.
  known_at timestamptz,
  check ((answer = 'told') <= (bank_id is null))
);

create index payee_check_latest on payee_check (member_id, account_number, checked_at desc);
create trigger payee_check_stays before delete on payee_check
  for each row execute function refuse_change();

-- A member's recipients.
create table saved_recipient (
  id uuid primary key,
  member_id bigint not null references member (id),
  kind text not null references transfer_kind (kind),
  bank_id bigint references bank (id),
  account_number text not null check (account_number ~ '^[0-9]{1,34}$'),
  account_name text not null check (char_length(account_name) between 1 and 140),
  nickname text not null default '' check (char_length(nickname) <= 40),
  saved_at timestamptz not null,
  last_used_at timestamptz not null,
  check ((kind = 'card') = (bank_id is null)),
  unique nulls not distinct (member_id, kind, bank_id, account_number)
);

create index saved_recipient_by_member on saved_recipient (member_id, last_used_at desc);

-- Limits that members set themselves, beneath the house's: of a kind of transfer in one, in a Manila day and in a
-- month, or of one payee in a day, over whichever way. 0 switches it off. The row that is of neither is what a
-- transfer to a new payee may be without a passkey (transfer_needs). One that is raised keeps what holds until the
-- raise does, judged by its time (own_limit_holds). What was sent is added up from the transfers
-- themselves (read_own_left), and of nobody who has no limits.
create table own_limit (
  id bigint generated always as identity primary key,
  member_id bigint not null references member (id),
  kind text references transfer_kind (kind),
  recipient_id uuid references saved_recipient (id),
  span text not null check (span in ('transfer', 'day', 'month')),
  -- Null: none.
  most_centavos bigint check (most_centavos between 0 and 99999999900),
  -- What it is raised to, null for none, and from when on.
  raised_centavos bigint check (raised_centavos between 1 and 99999999900),
  raised_from timestamptz,
  check (num_nonnulls(kind, recipient_id) <= 1),
  check (recipient_id is null or span = 'day'),
  check (num_nonnulls(kind, recipient_id) = 1 or span = 'transfer'),
  check (raised_centavos is null or raised_from is not null),
  check (raised_from is null or most_centavos is not null and (raised_centavos > most_centavos) is not false),
  unique nulls not distinct (member_id, kind, recipient_id, span)
);

create index own_limit_by_recipient on own_limit (recipient_id) where recipient_id is not null;

/* What a member's own limits leave for an order; a figure is null where there is no such limit. */
create type own_left as (
  is_off boolean,
  is_payee_off boolean,
  most_centavos bigint,
  today_centavos bigint,
  this_month_centavos bigint,
  payee_today_centavos bigint
);

/*
 * What is known of an order that would leave the card, or an account that it names, and what stands against it:
 * `card_id` or `source_account_id`, with the number, name and account in the ledger of whichever it is.
 */
create type order_from_card as (
  verdict text,
  card_id bigint,
  source_account_id bigint,
  source_name text,
  account_no text,
  ledger_account_id bigint,
  fee_centavos bigint,
  available_centavos bigint,
  -- The most in one transfer, and what is left of the limit that stands against it.
  most_centavos bigint,
  left_centavos bigint,
  -- What the member's own limit that stands against it leaves.
  own_centavos bigint,
  bank_bic text,
  bank_name text,
  destination_card_id bigint,
  destination_member_id bigint,
  destination_load_limit_centavos bigint,
  paused_until timestamptz
);
