-- What a card that staff have locked ordered over PESONet waits for a person instead of going into a file.
alter table transfer_exception
  add constraint transfer_exception_kinds_of_work check (kind in ('credited_after_return', 'refused_after_credit',
    'wrong_amount', 'unknown_reference', 'wrong_account', 'returned_again', 'unreadable', 'unanswered',
    'not_given_back', 'taken_after_return', 'file_reused', 'card_locked')) not valid;
alter table transfer_exception validate constraint transfer_exception_kinds_of_work;
alter table transfer_exception drop constraint transfer_exception_kinds_known;
