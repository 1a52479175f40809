/*
 * Writes down what happened to the safety of a member's account, for the member's own eyes. Where it came from is
 * said by the call, or is that of the session's browser. What is refused (p_is_counted) is one row for as long as
 * nothing else happens within the hour, with how often: a stranger who tries all night does not bury the rest.
 * Without a member it does the same work; whoever asks takes the row back (keepOrUndo).
 */
create or replace function note_activity(
  p_member_id bigint,
  p_at timestamptz,
  p_kind text,
  p_doer text,
  p_about text,
  p_session_id bigint,
  p_browser text,
  p_system text,
  p_source_mark text,
  p_is_counted boolean
) returns void language plpgsql as $$
declare
  v_browser text := p_browser;
  v_system text := p_system;
  v_source_mark text := p_source_mark;
begin
  if p_session_id is not null then
    select d.browser, d.system, d.source_mark into v_browser, v_system, v_source_mark
      from session s join device d on d.id = s.device_id where s.id = p_session_id;
  end if;
  if p_is_counted then
    update member_activity a set times = a.times + 1, at = p_at
      where a.member_id = p_member_id and a.id = (select max(l.id) from member_activity l where l.member_id = p_member_id)
        and a.kind = p_kind and a.about = p_about and a.browser = v_browser and a.system = v_system
        and a.source_mark is not distinct from v_source_mark and a.at > p_at - interval '1 hour';
    if found then
      return;
    end if;
  end if;
  insert into member_activity (member_id, at, kind, doer, about, browser, system, source_mark)
    values (p_member_id, p_at, p_kind, p_doer, p_about, coalesce(v_browser, ''), coalesce(v_system, ''), v_source_mark);
end $$;
