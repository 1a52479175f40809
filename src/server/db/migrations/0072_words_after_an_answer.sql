-- A case that its member adds words to after an answer waits for one again, with a time of its own. Those
-- that stand so from before.
update transfer_case k set answered_at = null, respond_by = e.at + interval '12 hours'
  from transfer_case_event e
  where k.state = 'open' and k.answered_at is not null and e.case_id = k.id and e.what = 'added'
    and e.id = (
      select max(l.id) from transfer_case_event l
      where l.case_id = k.id and l.what in ('reported', 'added', 'answered', 'resolved'));
