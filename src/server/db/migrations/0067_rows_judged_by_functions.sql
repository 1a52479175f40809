-- A check constraint is read and compiled anew by each statement that writes to its table, text constants letter
-- by letter: those of a transfer took 40 of the 50 microseconds of its insert. A function is compiled once a
-- connection. The rules are the former ones (0037_rails.sql, 0047_loans.sql, 0012_joining.sql); the former
-- constraints go with the next file.

/*
 * 'own' counts toward the load of the card it comes to, 'card' toward the receiver's, in load_month. One under way
 * has a time to look at it. One that another bank credited may come back: until the money is on the card again it
 * stays credited, and has a time to look at it.
 */
create function transfer_is_whole(t transfer) returns boolean language plpgsql immutable as $$
begin
  return t.ref_no ~ '^[A-Za-z0-9-]{1,20}$'
    and t.amount_centavos > 0 and t.fee_centavos >= 0 and t.attempts >= 0
    and case t.kind
      when 'own' then t.source_account_id is not null and t.load_month is not null
      when 'card' then t.destination_card_id is not null and t.destination_member_id is not null
        and t.load_month is not null
      when 'instapay' then t.source_account_id is null and t.load_month is null
      when 'pesonet' then t.source_account_id is null and t.load_month is null
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

/* A code is a member's, or of somebody who was told a number and is none; only members' are texted. */
create function otp_challenge_is_whole(o otp_challenge) returns boolean language plpgsql immutable as $$
begin
  return o.wrong_tries between 0 and 3
    and (o.member_id is not null or o.told_guid is not null and not o.texted)
    and o.purpose in ('signup', 'login', 'recover_username', 'recover_password', 'transfer', 'raise_limit', 'reveal_cvv',
      'accept_loan');
end $$;

alter table transfer add constraint transfer_is_whole check (transfer_is_whole(transfer)) not valid;
alter table otp_challenge add constraint otp_challenge_is_whole check (otp_challenge_is_whole(otp_challenge)) not valid;
