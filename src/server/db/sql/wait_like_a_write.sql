-- Has a repeat wait for the standby as an order does. It reads what its order was answered and writes nothing, so
-- nothing else would have it wait; but a primary that comes up again after a crash shows what it had committed and
-- nobody confirmed, and a repeat answered from that would promise what is gone when the other takes over. This leaves
-- a mark in the log, for which the commit waits like any other, and behind which the order stands.
create or replace function wait_like_a_write() returns void language sql volatile
begin atomic
  select pg_logical_emit_message(true, 'repeat', '');
end;
