-- Run once by bank_admin when the bank's roles are there: the limits of time of its connections, which
-- PgBouncer does not pass on. Work that hangs must not keep its locks.
alter role bank_app set statement_timeout = '60s';
alter role bank_app set idle_in_transaction_session_timeout = '60s';
