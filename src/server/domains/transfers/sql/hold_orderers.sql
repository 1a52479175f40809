/*
 * Holds what says whether a member may order, until the caller's transaction ends: whoever closes an access,
 * ends sessions or begins a pause takes this row too. Statements after this one see what was committed before.
 * Orders do not wait for each other here, but for those of a member who has limits of their own: one after the
 * other, so that each sees what the ones before it have taken of these.
 */
create or replace function hold_orderer(p_token_hash bytea, p_at timestamptz) returns void language plpgsql as $$
begin
  perform from member m
    where m.id = (select s.member_id from find_session(p_token_hash, p_at) s) and not m.has_own_limits for share;
  if not found then
    perform from member m
      where m.id = (select s.member_id from find_session(p_token_hash, p_at) s) for no key update;
  end if;
end $$;

/*
 * The same for the orders of one moment, and their cards with it; answers which members' orders may be judged
 * together. Whose rows another transaction holds is left out and waits alone.
 */
create or replace function hold_orderers(p_token_hashes bytea[]) returns bigint[] language plpgsql as $$
declare
  v_orderers bigint[];
  v_ids bigint[];
begin
  v_orderers := array(
    select s.member_id from unnest(p_token_hashes) as q (token_hash)
    cross join lateral (select s.member_id from session s where s.token_hash = q.token_hash offset 0) s);
  v_ids := array(
    select m.id from member m
    where m.id = any (v_orderers) and m.status = 'active' and not m.has_own_limits
    order by m.id for share skip locked);
  if cardinality(v_ids) < cardinality(v_orderers) then
    v_ids := v_ids || array(
      select m.id from member m
      where m.id = any (v_orderers) and m.status = 'active' and m.has_own_limits
      order by m.id for no key update skip locked);
  end if;
  return array(
    select c.member_id from card c where c.member_id = any (v_ids) order by c.id for share skip locked);
end $$;
