/* Whether the member's pause runs at this moment: no new payee, no raise, no release of locked money. */
create or replace function is_paused(m member, p_at timestamptz) returns boolean language sql immutable
return coalesce(m.paused_until > p_at, false);
