-- The ledger: double entry in two books. ASSOC is the association's own, CARD the card programme's.
-- Every journal entry balances inside each book; money crosses only by ASSOC 1120 and CARD 1510.
-- Entries and postings are never changed: a mistake is corrected by a further entry.
-- The application reads these tables and writes them only through the functions in ledger/sql.

-- The chart of accounts.
create table chart_account (
  book text not null check (book in ('ASSOC', 'CARD')),
  code text not null check (code ~ '^[0-9]{4}$'),
  name text not null,
  type text not null check (type in ('asset', 'contra_asset', 'liability', 'equity', 'income', 'expense')),
  normal_side text not null check (normal_side in ('D', 'C')),
  kind text not null check (kind in ('control', 'member')),
  -- What a subledger of the account stands for; empty where there is none.
  subledger text not null default '',
  primary key (book, code),
  unique (book, code, kind, normal_side)
);

insert into chart_account (book, code, name, type, normal_side, kind, subledger) values
  ('ASSOC', '1010', 'Cash on hand and in vault', 'asset', 'D', 'control', 'office'),
  ('ASSOC', '1110', 'Due from depository banks', 'asset', 'D', 'control', 'bank_account'),
  ('ASSOC', '1120', 'Card funding account at issuer bank (mother wallet)', 'asset', 'D', 'control', 'issuer_account'),
  ('ASSOC', '1130', 'Receivable from issuer (fee share, refunds due)', 'asset', 'D', 'control', ''),
  ('ASSOC', '1210', 'Loans receivable - current', 'asset', 'D', 'control', 'loan'),
  ('ASSOC', '1220', 'Loans receivable - past due', 'asset', 'D', 'control', 'loan'),
  ('ASSOC', '1230', 'Accrued interest receivable', 'asset', 'D', 'control', 'loan'),
  ('ASSOC', '1240', 'Penalties receivable', 'asset', 'D', 'control', 'loan'),
  ('ASSOC', '1290', 'Allowance for credit losses', 'contra_asset', 'C', 'control', ''),
  ('ASSOC', '1310', 'Payroll deductions receivable (employer remittance)', 'asset', 'D', 'control', 'employer'),
  ('ASSOC', '1410', 'Unidentified collections - debit suspense', 'asset', 'D', 'control', 'suspense_item'),
  ('ASSOC', '2010', 'Member savings deposits', 'liability', 'C', 'member', 'deposit_account'),
  ('ASSOC', '2020', 'Member storage account (Cash Advance Storage Account)', 'liability', 'C', 'member', 'deposit_account'),
  ('ASSOC', '2030', 'Capital contribution - withdrawable buffer', 'liability', 'C', 'member', 'deposit_account'),
  ('ASSOC', '2110', 'Loan proceeds payable', 'liability', 'C', 'control', 'loan'),
  ('ASSOC', '2120', 'Documentary stamp tax payable', 'liability', 'C', 'control', ''),
  ('ASSOC', '2125', 'Final tax withheld on interest and dividends', 'liability', 'C', 'control', ''),
  ('ASSOC', '2130', 'Loan protection premium payable', 'liability', 'C', 'control', ''),
  ('ASSOC', '2140', 'Accrued interest payable on savings', 'liability', 'C', 'control', 'deposit_account'),
  ('ASSOC', '2150', 'Dividends payable', 'liability', 'C', 'control', 'member'),
  ('ASSOC', '2160', 'Card fees payable to issuer / bureau', 'liability', 'C', 'control', ''),
  ('ASSOC', '2190', 'Unidentified collections - credit suspense', 'liability', 'C', 'control', 'suspense_item'),
  ('ASSOC', '2210', 'Unearned (advance) loan payments', 'liability', 'C', 'control', 'loan'),
  ('ASSOC', '2290', 'Unclaimed balances', 'liability', 'C', 'control', 'deposit_account'),
  ('ASSOC', '2310', 'Top-ups in transit to issuer', 'liability', 'C', 'control', 'transfer'),
  ('ASSOC', '3010', 'Capital contribution - fixed', 'equity', 'C', 'member', 'deposit_account'),
  ('ASSOC', '3110', 'Retained surplus', 'equity', 'C', 'control', ''),
  ('ASSOC', '3120', 'Reserves (withdrawable share, ledger discrepancies, premises)', 'equity', 'C', 'control', ''),
  ('ASSOC', '3900', 'Net income for distribution', 'equity', 'C', 'control', ''),
  ('ASSOC', '4010', 'Interest income on loans', 'income', 'C', 'control', 'loan_product'),
  ('ASSOC', '4020', 'Penalty income', 'income', 'C', 'control', 'loan_product'),
  ('ASSOC', '4030', 'Processing and service fee income', 'income', 'C', 'control', 'loan_product'),
  ('ASSOC', '4110', 'Card fee income (issuance)', 'income', 'C', 'control', ''),
  ('ASSOC', '4120', 'Card upgrade fee income', 'income', 'C', 'control', ''),
  ('ASSOC', '4130', 'Transfer fee share income', 'income', 'C', 'control', 'rail'),
  ('ASSOC', '5010', 'Interest expense on savings', 'expense', 'D', 'control', ''),
  ('ASSOC', '5110', 'Card production and issuer cost', 'expense', 'D', 'control', ''),
  ('ASSOC', '5120', 'Rail and switching cost', 'expense', 'D', 'control', 'rail'),
  ('ASSOC', '5210', 'Credit losses', 'expense', 'D', 'control', ''),
  ('ASSOC', '5310', 'Operational losses and adjustments', 'expense', 'D', 'control', ''),
  ('CARD', '1510', 'Funding received from association (mother wallet contra)', 'asset', 'D', 'control', 'issuer_account'),
  ('CARD', '1520', 'InstaPay settlement (PhilPaSS DDA, net debit cap)', 'asset', 'D', 'control', 'rail_day'),
  ('CARD', '1530', 'PESONet settlement (PhilPaSS DDA3)', 'asset', 'D', 'control', 'rail_cycle'),
  ('CARD', '1540', 'Visa / BancNet settlement', 'asset', 'D', 'control', 'scheme_day'),
  ('CARD', '1590', 'Rail exceptions receivable', 'asset', 'D', 'control', 'transfer'),
  ('CARD', '2510', 'Member card accounts (EON)', 'liability', 'C', 'member', 'card_account'),
  ('CARD', '2520', 'InstaPay outgoing in process', 'liability', 'C', 'control', 'transfer'),
  ('CARD', '2530', 'PESONet outgoing in process', 'liability', 'C', 'control', 'transfer'),
  ('CARD', '2540', 'Card authorizations held', 'liability', 'C', 'control', 'authorization'),
  ('CARD', '2550', 'Fees collected, held until final', 'liability', 'C', 'control', 'transfer'),
  ('CARD', '2590', 'Card suspense', 'liability', 'C', 'control', 'suspense_item'),
  ('CARD', '4510', 'Transfer fee income', 'income', 'C', 'control', 'rail'),
  ('CARD', '4520', 'Card service fee income', 'income', 'C', 'control', ''),
  ('CARD', '5510', 'Dispute and late-success losses', 'expense', 'D', 'control', ''),
  -- Against this stands what members had in the books before these; it is emptied as the assets behind it
  -- are booked.
  ('ASSOC', '1490', 'Opening balances taken over from the former books', 'asset', 'D', 'control', '');

-- A member account keeps its balance under a lock and never goes below its holds. A control account
-- takes part in nearly every entry: it is never locked, its balance is the sum of its postings, of
-- which balance_centavos is the part up to rolled_up_posting_id.
-- Each check constraint is read and compiled anew by every statement that moves a balance, so there is
-- the one that matters; the shape of a row is settled when it is opened (ledger_account_shape).
create table ledger_account (
  id bigint generated always as identity primary key,
  book text not null,
  code text not null,
  subledger text not null default '',
  kind text not null,
  normal_side text not null,
  -- Positive on the normal side.
  balance_centavos bigint not null default 0,
  hold_centavos bigint not null default 0,
  available_centavos bigint not null generated always as (balance_centavos - hold_centavos) stored,
  rolled_up_posting_id bigint not null default 0,
  opened_at timestamptz not null,
  unique (book, code, subledger),
  foreign key (book, code, kind, normal_side) references chart_account (book, code, kind, normal_side),
  constraint member_never_negative check (balance_centavos >= hold_centavos or kind = 'control')
-- Room for new versions of a row on its own page, so that moving a balance touches no index.
) with (fillfactor = 50);

-- Balances of control accounts are rolled up every ten seconds: they are few among the accounts of all members.
create index ledger_account_control on ledger_account (id) where kind = 'control';
-- Only these columns: the triggers are not looked at when a balance moves or a hold is released.
create trigger ledger_account_is_final before delete or update of book, code, subledger, kind, normal_side, opened_at
  on ledger_account for each row execute function refuse_change();
create trigger ledger_account_stays before truncate on ledger_account
  for each statement execute function refuse_change();

-- Control accounts without a subledger are there from the start.
insert into ledger_account (book, code, kind, normal_side, opened_at)
  select book, code, kind, normal_side, '2026-01-01T00:00:00+08:00' from chart_account where kind = 'control';

-- The lines of the recipes by which entries are booked: those of data/live/journal-templates.json, which migrating
-- writes (ledger/recipe_line.rows.ts), for recipe_lines(). An amount is a sum of amounts that are given ('A') and
-- of a constant, or a share of one amount.
create table recipe_line (
  operation text not null,
  step text not null,
  line_no integer not null,
  book text not null,
  side text not null check (side in ('D', 'C')),
  code text not null,
  -- What the member's account stands for that is to be given; null for a control account.
  role text,
  -- The control account, set as the line is written.
  account_id bigint references ledger_account (id),
  -- The amounts that are summed, one to four, and 1 or -1 for each.
  symbols text[] not null,
  signs bigint[] not null,
  terms integer not null generated always as (cardinality(symbols)) stored,
  constant_centavos bigint not null,
  -- The share in millionths. Of the two shares of an amount the second takes what is left, and knows the first.
  share_millionths bigint check (share_millionths between 1 and 999999),
  earlier_millionths bigint check (earlier_millionths + share_millionths = 1000000),
  primary key (operation, step, line_no),
  foreign key (book, code) references chart_account (book, code),
  check ((role is null) = (account_id is not null)),
  check (terms between 1 and 4 and cardinality(signs) = terms),
  check (share_millionths is null or terms = 1 and constant_centavos = 0 and signs = '{1}')
);

create table journal_entry (
  id bigint generated always as identity primary key,
  -- The recipe (data/live/journal-templates.json), for example OWN_TOPUP accept.
  operation text not null,
  step text not null,
  -- What the money moved for, as members know it.
  reference text not null,
  -- The day it counts, in Manila.
  business_date date not null,
  booked_at timestamptz not null,
  actor text not null,
  reversal_of bigint references journal_entry (id),
  -- A step of an operation is booked once.
  unique (reference, operation, step)
);

create unique index journal_entry_reversed_once on journal_entry (reversal_of) where reversal_of is not null;
-- Entries come nearly in the order of their days, postings in that of their ids: an index of page ranges
-- finds a day, or what was added last, and costs a writer next to nothing.
create index journal_entry_by_day on journal_entry using brin (business_date)
  with (pages_per_range = 16, autosummarize = on);
create trigger journal_entry_is_final before update or delete on journal_entry
  for each row execute function refuse_change();
create trigger journal_entry_stays before truncate on journal_entry
  for each statement execute function refuse_change();

-- No foreign keys: their checks would lock the row of a control account in every entry. The trigger
-- posting_balances refuses an unknown account and a side that is none, and the entry is written by the
-- same call.
create table posting (
  id bigint generated always as identity,
  journal_entry_id bigint not null,
  ledger_account_id bigint not null,
  side text not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  -- Null for a control account.
  balance_after_centavos bigint,
  primary key (ledger_account_id, id)
);

create index posting_by_entry on posting (journal_entry_id);
create index posting_by_id on posting using brin (id) with (pages_per_range = 16, autosummarize = on);
create trigger posting_is_final before update or delete on posting
  for each row execute function refuse_change();
create trigger posting_stays before truncate on posting
  for each statement execute function refuse_change();

-- Holds: part of the ledger balance, not of the available balance.
create table ledger_hold (
  id bigint generated always as identity primary key,
  ledger_account_id bigint not null references ledger_account (id),
  amount_centavos bigint not null check (amount_centavos > 0),
  reference text not null,
  reason text not null,
  placed_at timestamptz not null,
  expires_at timestamptz not null,
  released_at timestamptz,
  unique (ledger_account_id, reference, reason)
);

create index ledger_hold_open on ledger_hold (ledger_account_id) where released_at is null;
create trigger ledger_hold_is_final
  before delete or update of ledger_account_id, amount_centavos, reference, reason, placed_at
  on ledger_hold for each row execute function refuse_change();
create trigger ledger_hold_stays before truncate on ledger_hold
  for each statement execute function refuse_change();

-- One row: the mark the next roll-up may go to, once every transaction older than it has ended.
create table ledger_roll_up (
  only_row boolean primary key default true check (only_row),
  posting_id bigint not null default 0,
  before_xid xid8 not null default '0',
  day_posting_id bigint not null default 0
);

insert into ledger_roll_up default values;

-- What was debited and credited in a day, by account of the chart, over the postings up to the mark
-- ledger_roll_up.day_posting_id. The later ones are few, and whoever reads adds them.
create table ledger_day_total (
  day date not null,
  book text not null,
  code text not null,
  debit_centavos bigint not null,
  credit_centavos bigint not null,
  postings bigint not null,
  primary key (day, book, code),
  foreign key (book, code) references chart_account (book, code)
);

-- Up to this day, included, no entry is accepted any more. One row.
create table ledger_close (
  only_row boolean primary key default true check (only_row),
  through date not null
);

create trigger ledger_close_stays before delete on ledger_close
  for each row execute function refuse_change();
create trigger ledger_close_stays_whole before truncate on ledger_close
  for each statement execute function refuse_change();

insert into ledger_close values (true, '-infinity');

-- A day that is being closed, or is. 'closing' accepts no entry any more; what was under way when it began
-- is waited for, and then the day's totals are written. A closed day is never opened again.
create table business_day (
  day date primary key,
  state text not null default 'closing' check (state in ('closing', 'closed')),
  begun_by text not null,
  begun_at timestamptz not null,
  closed_by text,
  closed_at timestamptz,
  entries bigint,
  -- [[book, code, debit, credit], ...] in centavos, as texts: of this day, and of all days up to it.
  totals jsonb,
  totals_to_date jsonb,
  -- What stood in suspense for longer than a banking day when it was closed.
  suspense jsonb not null default '[]',
  check ((state = 'closed') = (num_nulls(closed_by, closed_at, entries, totals, totals_to_date) = 0))
);

create trigger business_day_stays before delete on business_day
  for each row execute function refuse_change();
create trigger business_day_stays_whole before truncate on business_day
  for each statement execute function refuse_change();
