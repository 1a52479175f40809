-- One who hands out the code of an account could set its password and authenticator in its owner's place
-- and so become two people. An account is therefore open only once somebody else has seen its owner.
-- 'enrolled': password and authenticator are set, and somebody has yet to confirm whose they are.

alter table staff drop constraint staff_state_check;
alter table staff add constraint staff_state_check check (state in ('enrolling', 'enrolled', 'active', 'disabled'));

-- The person who decided that there be the account, and who handed out the code in force: neither stands
-- in for the other. 'operator' is whoever runs the command line: no employee number is in small letters.
alter table staff add column enrolment_approved_by text;
alter table staff add column enrolment_issued_by text;
alter table staff add constraint staff_enrolled_by_somebody check (
  state <> 'enrolled' or (password_hash is not null and totp_secret is not null and enrolment_issued_by is not null)
);

-- Of a code made before this nobody knows who handed it out: it is made anew.
update staff set enrolment_hmac = null, enrolment_expires_at = null, pending_totp = null where state = 'enrolling';
