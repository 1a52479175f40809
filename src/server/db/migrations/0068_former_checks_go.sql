-- no transaction: transfer is large, and is written to while its rows are looked at
alter table transfer validate constraint transfer_is_whole;
alter table otp_challenge validate constraint otp_challenge_is_whole;
alter table transfer
  drop constraint if exists transfer_ref_no_check,
  drop constraint if exists transfer_check,
  drop constraint if exists transfer_kinds,
  drop constraint if exists transfer_ends,
  drop constraint if exists transfer_states;
alter table otp_challenge
  drop constraint if exists otp_challenge_wrong_tries_check,
  drop constraint if exists otp_challenge_is_somebodys,
  drop constraint if exists otp_challenge_texts_somebody,
  drop constraint if exists otp_challenge_purpose_check;
