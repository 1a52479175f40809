/* The personalized card's state counts when there is no generic one. */
create or replace function usable_status(c card) returns text language sql immutable
return case when c.status = 'not_applied' then c.perso_status else c.status end;

/* Whether a card account of ours can be sent to: in use, and not locked by the association. */
create or replace function can_receive(c card) returns boolean language sql immutable
return usable_status(c) = 'active' and not c.admin_locked and c.account_no is not null and c.ledger_account_id is not null;
