-- Since when the issuer is asked to put the money of a transfer back, and until when the last request may
-- still have an effect: what another bank credits before it had one stays where it is.
alter table rail_transfer
  add column put_back_since timestamptz,
  add column put_back_until timestamptz;

-- And what the issuer says it took, after it had said that it took nothing and our books gave it back.
alter table transfer_exception
  add constraint transfer_exception_is_of_a_kind check (kind in ('credited_after_return', 'refused_after_credit',
    'wrong_amount', 'unknown_reference', 'wrong_account', 'returned_again', 'unreadable', 'unanswered', 'not_given_back',
    'taken_after_return')) not valid;
alter table transfer_exception validate constraint transfer_exception_is_of_a_kind;
alter table transfer_exception drop constraint transfer_exception_kinds;

-- The checker looks at all transfers once a day, and in between at those that may have changed since.
alter table invariant_run add column is_whole boolean not null default true;
create index transfer_by_end on transfer using brin (credited_at, returned_at)
  with (pages_per_range = 16, autosummarize = on);
