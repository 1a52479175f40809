/*
 * Tries one code, of whatever the stage of the browser is for. Unknown, foreign, expired and replaced
 * codes are all 'incorrect', as a wrong one is. Codes of one guid take turns, and the row is locked before
 * anything is compared, so 200 calls at once are at most three comparisons. Comparing HMACs needs no
 * constant time: the caller cannot choose them. At sign-up the code from the counter counts too, for as
 * long as the stage lasts, also when the code of the text has expired.
 * The 30 wrong codes of a member's day are of steps behind a password. Strangers' steps neither count there
 * nor are stopped by it: their texts are few, with three tries each. Nothing that is counted of them depends
 * on there being a member. Only the code from the counter, which has no text, has a day's wrong tries: 9 of
 * one source, so that a stranger leaves the member's own source its share, and 90 of all.
 * A code of a session (contract/approvalPolicy.ts) is spent later, in the same transaction as what it approves. What a
 * passkey approves has no code to try (approveWithPasskey.ts).
 * verdict: ok | incorrect | used_up
 */
create or replace function try_code(
  p_pin_id uuid,
  p_guid uuid,
  p_purposes text[],
  p_browser_hash bytea,
  p_pin_hmac bytea,
  p_first_time_hmac bytea,
  p_stage_seconds integer,
  p_source text,
  p_at timestamptz,
  out verdict text,
  out member_id bigint,
  out purpose text,
  out is_known boolean,
  out known_member_id bigint
) language plpgsql as $$
#variable_conflict use_column
declare
  c otp_challenge%rowtype;
  v_is_strangers boolean;
  v_first_key text;
  v_own_key text;
  v_first_time_id bigint;
begin
  verdict := 'incorrect';
  is_known := false;
  perform pg_advisory_xact_lock(hashtextextended(p_guid::text, 0));
  select o.* into c from otp_challenge o
    left join member m on m.id = o.member_id
    where o.pin_id = p_pin_id and coalesce(o.told_guid, m.guid) = p_guid
      and o.purpose = any (p_purposes) and o.browser_hash = p_browser_hash and o.means = 'code'
    for update of o;
  if not found then
    return;
  end if;
  is_known := c.member_id is not null;
  known_member_id := c.member_id;
  purpose := c.purpose;
  if c.closed_at is not null then
    return;
  end if;
  if c.expires_at <= p_at
    and (c.purpose <> 'signup' or c.sent_at + make_interval(secs => p_stage_seconds) <= p_at) then
    return;
  end if;
  v_is_strangers := c.told_guid is not null;
  v_first_key := 'first:' || c.told_guid;
  v_own_key := v_first_key || ' ' || p_source;
  if c.wrong_tries >= 3 or (not v_is_strangers and not may_try_code(c.member_id, p_at)) then
    verdict := 'used_up';
    return;
  end if;

  if c.purpose = 'signup' and c.member_id is not null
    and wrong_codes(v_own_key, p_at) < 9 and wrong_codes(v_first_key, p_at) < 90 then
    select f.id into v_first_time_id from first_time_code f
      where f.told_guid = c.told_guid and f.closed_at is null and f.expires_at > p_at
        and f.code_hmac = p_first_time_hmac
      for update;
  end if;
  if v_first_time_id is not null or (c.pin_hmac = p_pin_hmac and c.expires_at > p_at) then
    verdict := 'ok';
    member_id := c.member_id;
    update first_time_code f set used_at = p_at, closed_at = p_at where f.id = v_first_time_id;
    -- The order spends the code of a session; everything else is finished by it.
    update otp_challenge o
      set verified_at = p_at, closed_at = case when c.purpose in ('login', 'signup', 'recover_username', 'recover_password', 'freeze',
        'lift_freeze')
        then p_at end
      where o.pin_id = p_pin_id;
  else
    update otp_challenge o set wrong_tries = o.wrong_tries + 1 where o.pin_id = p_pin_id;
    if not v_is_strangers then
      perform count_wrong_code(c.member_id::text, p_at);
    elsif c.purpose = 'signup' then
      perform count_wrong_code(v_own_key, p_at);
      perform count_wrong_code(v_first_key, p_at);
    end if;
  end if;
end $$;
