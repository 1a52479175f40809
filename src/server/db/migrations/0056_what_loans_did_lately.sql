-- no transaction: these tables are large, and are written to while this goes on
-- What may have changed since a moment is found without reading all: rows come in the order of their days.
alter table remittance_line validate constraint remittance_line_verdict_check;
drop index concurrently if exists loan_payment_by_moment;
create index concurrently loan_payment_by_moment on loan_payment
  using brin (booked_at) with (pages_per_range = 16, autosummarize = on);
drop index concurrently if exists loan_penalty_by_day;
create index concurrently loan_penalty_by_day on loan_penalty
  using brin (charged_on) with (pages_per_range = 16, autosummarize = on);
drop index concurrently if exists loan_accrual_by_month;
create index concurrently loan_accrual_by_month on loan_accrual
  using brin (month) with (pages_per_range = 16, autosummarize = on);
drop index concurrently if exists loan_by_release;
create index concurrently loan_by_release on loan
  using brin (released_at) with (pages_per_range = 16, autosummarize = on);
