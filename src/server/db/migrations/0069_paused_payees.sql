-- After a new password by way of the phone, money goes only to payees that were paid before, until then.
alter table member add column payees_paused_until timestamptz;
