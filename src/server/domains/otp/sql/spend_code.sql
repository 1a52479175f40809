/*
 * Whether a code approves this order of this member in this browser, and was not spent. Not "=" for the
 * member, which would have PostgreSQL read all codes of the member instead of the one that is asked about.
 */
create or replace function code_approves(
  o otp_challenge, p_member_id bigint, p_cookie_hash bytea, p_pin_hmac bytea, p_intent jsonb, p_at timestamptz
) returns boolean language sql immutable
return o.member_id is not distinct from p_member_id and o.purpose = 'transfer' and o.browser_hash = p_cookie_hash
  and o.closed_at is null and o.verified_at is not null and o.expires_at > p_at and o.wrong_tries < 3
  and o.pin_hmac = p_pin_hmac and o.intent = p_intent;

/*
 * Why a code could not be spent; a wrong one is counted. A code that belongs to nobody, to someone
 * else or to another browser, or that has expired, looks like a wrong one. A code meant for another
 * order is void from here on; a fee that changed since the code was sent is said to be just that.
 */
create or replace function why_code_does_not_count(
  p_member_id bigint, p_cookie_hash bytea, p_pin_id uuid, p_pin_hmac bytea, p_intent jsonb, p_at timestamptz
) returns text language plpgsql as $$
declare
  o otp_challenge%rowtype;
begin
  select * into o from otp_challenge
    where pin_id = p_pin_id and member_id = p_member_id and purpose = 'transfer' and browser_hash = p_cookie_hash
    for update;
  if not found then
    return 'otp_incorrect';
  elsif o.closed_at is not null then
    return 'otp_not_for_this_transfer';
  elsif o.expires_at <= p_at then
    return 'otp_incorrect';
  elsif o.wrong_tries >= 3 or not may_try_code(p_member_id, p_at) then
    return 'otp_used_up';
  elsif o.pin_hmac <> p_pin_hmac then
    update otp_challenge set wrong_tries = wrong_tries + 1 where pin_id = p_pin_id;
    perform count_wrong_code(p_member_id::text, p_at);
    return 'otp_incorrect';
  elsif o.verified_at is null then
    return 'otp_not_for_this_transfer';
  elsif o.intent is distinct from p_intent then
    update otp_challenge set closed_at = p_at where pin_id = p_pin_id;
    return case when o.intent - 'fee' - 'total' = p_intent - 'fee' - 'total' and o.intent -> 'fee' <> p_intent -> 'fee'
        then 'fee_changed'
      else 'otp_not_for_this_transfer' end;
  end if;
  -- It became good between the two looks: the caller starts over.
  raise exception 'the code changed meanwhile' using errcode = 'serialization_failure';
end $$;
